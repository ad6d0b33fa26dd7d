// Plays many private games at once, over real HTTP and sockets: `node bench/games/games.mjs [games] [players] [questions]
// [first answer ms] [last answer ms] [embedded|postgres] [stages of each game]`. With several numbers of games
// (`38,75,150,300`) it plays each number on a fresh server, to show how the cost of an answer changes. The server gets one
// core, the players the other.
import { run } from '../../scripts/lib/run.mjs'
import { playGames } from './play-games.mjs'

const [gameCounts = '300', ...rest] = process.argv.slice(2, 7)
const [players = 6, questions = 10, firstMs = 200, lastMs = 2_700] = rest.map(Number)
const kind = process.argv[7] ?? 'embedded'
const stages = Number(process.argv[8] ?? 0)

await run(process.execPath, ['scripts/build.mjs'])
const rows = {}
for (const games of gameCounts.split(',').map(Number)) {
  const { first, again } = await playGames({ games, players, questions, firstMs, lastMs, kind, stages })
  rows[`${games} games of ${players}, ${kind}`] = first
  rows[`${games} of ${players} again, warm`] = again
}
console.table(rows)
