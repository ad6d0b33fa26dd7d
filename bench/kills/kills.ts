import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/infra/db/database.ts'
import { emptySchema } from '../lib/empty-schema.ts'

// Kills a process that creates, migrates or writes an embedded database (kill -9), and starts the next one on the same
// folder. Each start must open it without help, with everything acknowledged and no half-written transaction.
//   npm run bench:kills [-- --kills 200]
// The exit code is 1 if anything is missing.

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url))
const NUMBERS_A_RUN = 1_000_000
const MOST_WRITES = 300
const PHASES = ['first start', 'migrating', 'writing', 'writing'] as const

const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' } } })

/** A data directory whose process is killed again and again, and what was acknowledged in it. */
interface Victim {
  dataDir: string
  acknowledged: Set<number>
  /** How long the last start took that got as far as opening the database. */
  openMs: number
}

interface Outcome {
  hasOpened: boolean
  faults: string[]
}

/** Starts a writer and kills it after `afterWrites` writes or, if null, at a random moment of its start. */
async function killOnce(victim: Victim, run: number, afterWrites: number | null): Promise<Outcome> {
  const env = { ...process.env, KILL_DIR: victim.dataDir, KILL_FIRST: String(run * NUMBERS_A_RUN) }
  const startMs = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const errors: string[] = []
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()))
  let isKilled = false
  const kill = (): void => {
    isKilled = true
    child.kill('SIGKILL')
  }
  const timer = afterWrites === null ? setTimeout(kill, Math.random() * victim.openMs) : undefined
  const outcome: Outcome = { hasOpened: false, faults: [] }
  let writes = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (outcome.hasOpened) {
      victim.acknowledged.add(Number(line))
      writes += 1
    } else {
      outcome.hasOpened = true
      victim.openMs = performance.now() - startMs
      outcome.faults = check(JSON.parse(line) as [number, number][], victim.acknowledged)
    }
    if (writes >= (afterWrites ?? MOST_WRITES)) kill()
  }
  clearTimeout(timer)
  await exited
  if (!isKilled) outcome.faults.push(`it ended by itself: ${errors.join('').trim().split('\n')[0] ?? ''}`)
  return outcome
}

function check(found: readonly [number, number][], acknowledged: ReadonlySet<number>): string[] {
  const rows = new Map(found)
  const lost = [...acknowledged].filter((at) => !rows.has(at))
  const partial = found.filter(([, count]) => count !== 2)
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged transactions are lost`] : []),
    ...(partial.length > 0 ? [`${partial.length} transactions are half there`] : []),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'quizmaster-kills-'))
let failed = 0
try {
  const newVictim = (name: string, openMs: number): Victim => {
    const dataDir = join(folder, name)
    rmSync(dataDir, { recursive: true, force: true })
    return { dataDir, acknowledged: new Set(), openMs }
  }
  const startMs = performance.now()
  await (await openDatabase({ databaseUrl: null, dataDir: join(folder, 'unmigrated') })).close()
  const createMs = performance.now() - startMs
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: join(folder, 'unmigrated') })
  await emptySchema((statement) => sql.raw(statement).execute(db))
  await close()
  const victims = {
    'first start': newVictim('first', createMs),
    migrating: newVictim('migrating', createMs),
    writing: newVictim('writing', createMs),
  }
  const isFresh = { 'first start': true, migrating: true, writing: false }
  const kills = Number(values.kills)
  for (let run = 0; run < kills; run += 1) {
    const phase = PHASES[run % PHASES.length] ?? 'writing'
    const victim = victims[phase]
    if (phase === 'migrating' && isFresh.migrating) {
      cpSync(join(folder, 'unmigrated'), victim.dataDir, { recursive: true })
    }
    const isDuringStart = phase !== 'writing' || Math.random() < 0.2
    const { hasOpened, faults } = await killOnce(
      victim,
      run,
      isDuringStart ? null : Math.ceil(Math.random() * MOST_WRITES),
    )
    if (faults.length > 0) failed += 1
    console.log(
      `${run + 1}. ${phase}, ${hasOpened ? 'open' : 'not yet open'}: ${faults.length === 0 ? 'nothing lost' : faults.join('; ')}`,
    )
    if (phase !== 'writing') {
      isFresh[phase] = hasOpened
      if (hasOpened) victims[phase] = newVictim(phase === 'migrating' ? 'migrating' : 'first', victim.openMs)
    }
  }
  for (const [phase, victim] of Object.entries(victims)) {
    const { faults } = await killOnce(victim, kills, 1)
    if (faults.length > 0) failed += 1
    console.log(`last start, ${phase}: ${faults.length === 0 ? 'nothing lost' : faults.join('; ')}`)
  }
  console.log(`${kills} kills, ${failed} with faults`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
