// What a second process adds: `node bench/games/processes.mjs [games per process] [players] [questions] [first answer ms]
// [last answer ms]`. Plays on one process without and with Valkey, then twice as many games on two processes, with the
// players of each game on the same process and on both in turn. The capacity is what the CPU an answer allows at an equal
// load per process; the machine may be small.
import { run } from '../../scripts/lib/run.mjs'
import { playGames } from './play-games.mjs'

const [games = 150, players = 6, questions = 5, firstMs = 0, lastMs = 1_000] = process.argv.slice(2).map(Number)

await run(process.execPath, ['scripts/build.mjs'])
const shape = { players, questions, firstMs, lastMs, kind: 'postgres' }
const runs = {
  'one process': { games },
  'one process with Valkey': { games, hasBus: true },
  'two, each game on one': { games: 2 * games, processes: 2 },
  'two, each game on both': { games: 2 * games, processes: 2, isMixed: true },
}
let alone = 0
for (const [name, { processes = 1, ...load }] of Object.entries(runs)) {
  const { again: row } = await playGames({ ...shape, ...load, processes })
  alone ||= row['CPU ms an answer']
  row['capacity of one'] = Math.round((100 * processes * alone) / row['CPU ms an answer']) / 100
  // Each as it comes: all four take a quarter of an hour.
  console.table({ [name]: row })
}
