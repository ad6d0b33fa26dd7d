import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../../scripts/lib/run.mjs'
import { startValkey } from '../../scripts/testing/valkey.mjs'
import { freePort } from '../../scripts/testing/free-port.mjs'
import { delaysOf, overrunsOf } from './check-lateness.ts'
import { checkHistory } from './check.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'
import type { HistoryRecorder } from './history.ts'
import { Postgres } from './postgres.ts'
import { playRound } from './round.ts'
import { readSeen } from './seen.ts'
import { Site } from './site.ts'

// Plays games, practice and purchases on two servers while something fails, and checks what the players saw:
//   npm run bench:chaos -- [fault …] [--seeds 20] [--seed 1] [--ignore-times]
// Without a name it causes all faults, one after the other. It keeps the histories. The exit code is 1 if anything was
// lost, duplicated, late or shown too early.

const LATEST_UPDATE_MS = 2_000
const QUESTIONS = 3
const GAMES_END_WITHIN_MS = 180_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** For a busy machine: late updates are reported, but don't count as violations. */
    'ignore-times': { type: 'boolean', default: false },
    /** Where the histories are written; a new folder by default. */
    out: { type: 'string' },
  },
})

/** The result of one fault. */
interface Row {
  fault: string
  seeds: number
  'with violations': number
  answers: number
  'latest update ms': number
  'longest overrun ms': number
}

function addTo(row: Row, { entries }: HistoryRecorder): string[] {
  const seen = readSeen(entries)
  const violations = checkHistory(entries, values['ignore-times'] ? null : LATEST_UPDATE_MS)
  row.seeds += 1
  row['with violations'] += violations.length > 0 ? 1 : 0
  row.answers += seen.calls.filter(({ request, isAcknowledged }) => {
    return isAcknowledged && (request.name === 'commit_answer' || request.name === 'verify_answer')
  }).length
  row['latest update ms'] = Math.max(row['latest update ms'], ...delaysOf(seen).map(({ ms }) => ms))
  row['longest overrun ms'] = Math.max(row['longest overrun ms'], ...overrunsOf(seen).map(({ ms }) => ms))
  return violations.map(({ rule, text }) => `${rule}: ${text}`)
}

async function runFault(name: string, { strike, isDuringSignIn = false, diskMib }: Fault, out: string): Promise<Row> {
  const row = {
    fault: name,
    seeds: 0,
    'with violations': 0,
    answers: 0,
    'latest update ms': 0,
    'longest overrun ms': 0,
  }
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-chaos-postgres-'))
  if (diskMib) await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMib}m`, 'tmpfs', folder])
  const valkey = await startValkey()
  let postgres = new Postgres(folder, await freePort())
  try {
    await postgres.create()
    await postgres.start()
    const site = await Site.start({ postgresUrl: postgres.url, valkeyUrl: valkey.url, postgres, questions: QUESTIONS })
    try {
      const first = Number(values.seed)
      for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
        const file = join(out, `${name}-${seed}.jsonl`)
        const violations = addTo(
          row,
          await playRound(site, { seed, file, strike, isDuringSignIn, gamesEndWithinMs: GAMES_END_WITHIN_MS }),
        )
        console.log(`${name}, seed ${seed}: ${violations.length === 0 ? 'nothing wrong' : ''}`)
        for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
        const errors = site.output.match(/.*(unhandled|uncaught).*/gi) ?? []
        if (errors.length > 0) console.log(`  the servers logged: ${errors[0]}`)
      }
    } finally {
      // A fault may have moved the site to another PostgreSQL server.
      postgres = site.postgres
      await site.stop()
    }
  } finally {
    await valkey.stop()
    await postgres.end('SIGQUIT')
    if (diskMib) await run('umount', [folder])
    postgres.remove()
  }
  return row
}

// Without this a signal would end the run and leave its servers behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const names = positionals.length > 0 ? positionals : Object.keys(FAULTS)
const out = values.out ?? (await mkdtemp(join(tmpdir(), 'quizmaster-chaos-histories-')))
await mkdir(out, { recursive: true })
const rows: Row[] = []
for (const name of names) {
  const fault = FAULTS[name]
  if (!fault) throw new Error(`no such fault: ${name}. There are ${Object.keys(FAULTS).join(', ')}`)
  rows.push(await runFault(name, fault, out))
}
console.table(rows)
console.log(`The histories are in ${out}`)
// Calls that hung in a fault may still be open.
process.exit(rows.some((row) => row['with violations'] > 0) ? 1 : 0)
