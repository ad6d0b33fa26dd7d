// What an answer in practice costs: `node bench/practice/practice.mjs [players] [questions, a multiple of 50]
// [embedded|postgres]`. Every question is answered once, and not as quickly as a script would, so that answers are rated
// and right ones earn points. The server gets one core, the players the other.
import { run } from '../../scripts/lib/run.mjs'
import { answerQuestions } from './answer-questions.mjs'

const [players = 30, questions = 100] = process.argv.slice(2, 4).map(Number)
const kind = process.argv[4] ?? 'embedded'

await run(process.execPath, ['scripts/build.mjs'])
const { first, again } = await answerQuestions({ kind, players, questions })
console.table({ [`${players} players, ${kind}`]: first, 'again, warm': again })
