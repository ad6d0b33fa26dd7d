// What a second process adds: `node bench/games/processes.mjs [games per process] [players] [questions] [first answer ms]
// [last answer ms]`. Plays on one process without and with Valkey, then twice as many games on two processes, with the
// players of each game on the same process and on both in turn. The capacity is what the CPU an answer allows at an equal
// load per process; the machine may be small.
import { run } from '../../scripts/lib/run.mjs'
import { playGames } from './play-games.mjs'

const [games = 150, players = 6, questions = 5, firstMs = 0, lastMs = 1_000] = process.argv.slice(2).map(Number)

await run(process.execPath, ['scripts/build.mjs'])
const shape = { players, questions, firstMs, lastMs, kind: 'postgres' }
const rows = {
  'one process': (await playGames({ ...shape, games })).again,
  'one process with Valkey': (await playGames({ ...shape, games, hasBus: true })).again,
  'two, each game on one': (await playGames({ ...shape, games: 2 * games, processes: 2 })).again,
  'two, each game on both': (await playGames({ ...shape, games: 2 * games, processes: 2, isMixed: true })).again,
}
const alone = rows['one process']['CPU ms an answer']
for (const [name, row] of Object.entries(rows)) {
  const processes = name.startsWith('two') ? 2 : 1
  row['capacity of one'] = Math.round((100 * processes * alone) / row['CPU ms an answer']) / 100
}
console.table(rows)
