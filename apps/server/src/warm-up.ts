import { randomUUID } from 'node:crypto'
import type { AnswerId, GameId, PlayerId, QuestionId, TopicId, UserId } from '@quizmaster/contract/ids'
import { gamesApi } from '@quizmaster/contract/routes/gameplay'
import { API_PREFIX, servicePath } from '@quizmaster/contract/routes/route'
import { nextWakeAt } from '@quizmaster/engine/deadlines'
import { step } from '@quizmaster/engine/game'
import type { GameEvent } from '@quizmaster/engine/game-event'
import type { GameQuestion, GameState } from '@quizmaster/engine/game-state'
import { newGame } from '@quizmaster/engine/lobby'
import { viewFor } from '@quizmaster/engine/views'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createBatchedSaveState, type SaveState } from './features/games/game-store.ts'
import type { Tables } from './infra/db/tables.ts'
import type { Metrics } from './infra/metrics.ts'
import { encodeUpdate } from './realtime/fan-out.ts'

const GAMES = 60
const PLAYERS = 6
const QUESTIONS = 5
/** No game has it, because the id of a game has only digits: what is saved under it changes nothing. */
const GAME_ID = 'warm-up' as GameId

interface WarmUpDeps {
  db: Kysely<Tables>
  server: FastifyInstance
  metrics: Pick<Metrics, 'httpSeconds'>
}

/**
 * Runs the code that an answer in a game goes through, so that it is compiled, and each connection has its statements
 * prepared, before the first player answers. Plays games that exist only in memory; nothing is stored or sent. Takes
 * about a second of CPU.
 */
export async function warmUp({ db, server, metrics }: WarmUpDeps): Promise<void> {
  const saveState = createBatchedSaveState(db)
  await Promise.all(Array.from({ length: GAMES }, () => playGame(saveState, server)))
  // No client made these calls.
  metrics.httpSeconds.reset()
}

async function playGame(saveState: SaveState, server: FastifyInstance): Promise<void> {
  const userIds = Array.from({ length: PLAYERS }, () => randomUUID() as UserId)
  const questions = Array.from({ length: QUESTIONS }, newQuestion)
  const [host = randomUUID() as UserId, ...guests] = userIds
  let nowMs = 0
  let state = newGame({ userId: host, name: 'Host' }, { gameId: GAME_ID, playerId: newPlayerId() }, nowMs)

  async function apply(event: GameEvent): Promise<void> {
    const before = state
    state = step(before, questions, event, nowMs).state
    encodeUpdate({ game: viewFor(state, questions, host, nowMs), reason: 'answer_committed' })
    await saveState({ before, after: state })
  }

  for (const userId of guests)
    await apply({ type: 'player_joined', player: { id: newPlayerId(), userId, name: 'Guest' } })
  const settings = { topics: [randomUUID() as TopicId], questionCount: QUESTIONS, questionsHeld: QUESTIONS }
  await apply({ type: 'update_requested', userId: host, settings, status: 'starting' })
  while (state.status === 'starting' || state.status === 'running') {
    nowMs = nextWakeAt(state) ?? nowMs
    await apply({ type: 'time_passed' })
    await Promise.all(userIds.map((userId) => answer(userId)))
  }

  async function answer(userId: UserId): Promise<void> {
    await callWithoutSession(server)
    await apply({ type: 'answer_committed', userId, answer: rightAnswer(state, questions), timeSpentMs: 0 })
  }
}

const newPlayerId = () => randomUUID() as PlayerId

function newQuestion(): GameQuestion {
  const answers = Array.from({ length: 4 }, (_, index) => ({ id: randomUUID() as AnswerId, text: `Answer ${index}` }))
  const topic = { id: randomUUID() as TopicId, text: 'Topic' }
  return {
    shown: { id: randomUUID() as QuestionId, text: 'Question', topic, answers },
    correctAnswerId: answers[0]?.id ?? (randomUUID() as AnswerId),
    description: null,
  }
}

function rightAnswer({ askedCount }: GameState, questions: readonly GameQuestion[]): AnswerId | null {
  return questions[askedCount - 1]?.correctAnswerId ?? null
}

/** Is refused with a 401, after its session has been looked up. */
async function callWithoutSession(server: FastifyInstance): Promise<void> {
  const { method, service, path } = gamesApi.commitAnswer
  await server.inject({
    method,
    url: `${servicePath(service)}${API_PREFIX[service]}${path}`,
    headers: { authorization: `Bearer ${randomUUID()}` },
    payload: {},
  })
}
