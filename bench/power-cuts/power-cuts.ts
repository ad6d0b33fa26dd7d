import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/server/src/infra/db/database.ts'
import { cutPower, type Phase } from './cut-runs.ts'

// Cuts the power of an embedded database while it is created, migrated and written, and opens what is left on the disk.
// The disk is simulated: all that the database does to its files is recorded, and of what was not synced any part may
// be lost, by whole changes, pages or sectors.
//   npm run bench:power-cuts [-- --cuts 200 --cuts-each 4 --seed 1 --phase writing --ignore-syncs]
// The exit code is 1 if anything acknowledged is lost, a transaction is half-written, or the database does not open
// without help. With --ignore-syncs no sync reaches the disk, as in PGlite itself, so the run must fail.

const PHASES: readonly Phase[] = ['writing', 'migrating', 'first start', 'writing', 'writing']

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '200' },
    // At how many points of each recording.
    'cuts-each': { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    phase: { type: 'string' },
    'ignore-syncs': { type: 'boolean', default: false },
    // Runs one recording, in a child process: an engine that lost its power does not free its memory.
    template: { type: 'string' },
  },
})

/** Mulberry32. */
function newRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function cutInChild(args: readonly string[]): Promise<string[][]> {
  const child = fork(fileURLToPath(import.meta.url), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.on('message', (results: string[][]) => resolve(results))
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`the process of a recording ended with ${code}`)))
  })
}

async function cutAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'quizmaster-power-'))
  const template = join(folder, 'template')
  let done = 0
  let failed = 0
  try {
    await (await openDatabase({ databaseUrl: null, dataDir: template })).close()
    const count = Number(values.cuts)
    for (let recording = 0; done < count; recording += 1) {
      const cuts = Math.min(Number(values['cuts-each']), count - done)
      const phase = values.phase ?? PHASES[recording % PHASES.length] ?? 'writing'
      const seed = String(Number(values.seed) * 10_000 + recording)
      const args = ['--template', template, '--seed', seed, '--cuts', String(cuts), '--phase', phase]
      const results = await cutInChild(values['ignore-syncs'] ? [...args, '--ignore-syncs'] : args)
      for (const faults of results) {
        done += 1
        if (faults.length > 0) failed += 1
        console.log(
          `${done}. ${phase}, seed ${seed}: ${faults.length === 0 ? 'nothing lost' : faults.slice(0, 3).join('; ')}`,
        )
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`${done} power cuts, ${failed} with faults`)
  return failed === 0 ? 0 : 1
}

if (values.template === undefined) {
  process.exitCode = await cutAll()
} else {
  const results = await cutPower({
    phase: values.phase as Phase,
    cuts: Number(values.cuts),
    random: newRandom(Number(values.seed)),
    template: values.template,
    ignoresSyncs: values['ignore-syncs'],
  })
  process.send?.(results, () => process.exit(0))
}
