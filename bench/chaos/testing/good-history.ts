import type { AnswerId, UserId } from '@quizmaster/contract/ids'
import { nextWakeAt } from '@quizmaster/engine/deadlines'
import { step } from '@quizmaster/engine/game'
import type { GameEvent } from '@quizmaster/engine/game-event'
import { attachedUserIds, type GameState } from '@quizmaster/engine/game-state'
import { viewFor } from '@quizmaster/engine/views'
import { answers, asksFor, joins, saves, timePasses } from '../../../packages/engine/src/testing/events.ts'
import {
  answerId,
  buildLobby,
  buildQuestions,
  GAME_ID,
  questionId,
  START_MS,
  topicId,
  userId,
} from '../../../packages/engine/src/testing/fixtures.ts'
import type { HistoryEntry, PlayerRequest } from '../history.ts'

export const HOST = userId(0)
export const GUEST = userId(1)
const QUESTIONS = buildQuestions(3)
/** The positions of the answers that the players choose, question by question; position 0 is right. */
const PLACES = [
  [0, 1],
  [0, 0],
  [2, 0],
]
const UPDATE_MS = 20
const EMAIL = 'host@example.com'
const PRACTICE_QUESTION = questionId(50)

type Untimed = HistoryEntry extends infer Entry ? (Entry extends { atMs: number } ? Omit<Entry, 'atMs'> : never) : never

/**
 * The history of a faultless run, with the views that the engine gives: two players play a game of three questions,
 * answer a question in practice, and one of them buys a plan.
 */
export function buildGoodHistory(): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  let calls = 0
  let atMs = 0
  let state: GameState = buildLobby()
  const add = (entry: Untimed) => void entries.push({ atMs, ...entry })
  const view = (player: UserId) => structuredClone(viewFor(state, QUESTIONS, player, START_MS + atMs))
  /** Applies an event, and sends every player the game `UPDATE_MS` later. */
  const happens = (event: GameEvent) => {
    const taken = step(state, QUESTIONS, event, START_MS + atMs)
    if (taken.refused) throw new Error(`${event.type} was refused: ${taken.refused}`)
    state = taken.state
    atMs += UPDATE_MS
    for (const player of attachedUserIds(state)) add({ type: 'update', player, game: view(player), askedAtMs: null })
  }
  const asks = (
    player: UserId | null,
    request: PlayerRequest,
    work: () => Partial<Extract<Untimed, { type: 'reply' }>>,
  ) => {
    const call = (calls += 1)
    add({ type: 'call', call, player, request })
    add({ type: 'reply', call, status: 200, ...work() })
  }
  const asksAndSees = (player: UserId, request: PlayerRequest, event: GameEvent | null) =>
    asks(player, request, () => {
      if (event) happens(event)
      return { game: view(player) }
    })

  asks(null, { name: 'request_code', email: EMAIL }, () => ({}))
  add({ type: 'mailed', email: EMAIL })
  for (const player of [HOST, GUEST]) add({ type: 'joined', player })
  happens(saves(0, { topics: [topicId(1)], questionCount: QUESTIONS.length }))
  asksAndSees(GUEST, { name: 'join_game', game: GAME_ID }, joins(1))
  asksAndSees(HOST, { name: 'start_game', game: GAME_ID }, asksFor(0, 'starting'))
  for (const [index, places] of PLACES.entries()) {
    atMs = (nextWakeAt(state) ?? 0) - START_MS
    happens(timePasses)
    for (const [seat, player] of [HOST, GUEST].entries()) {
      const answer: AnswerId = answerId(index, places[seat] ?? 0)
      atMs += 500
      asks(player, { name: 'commit_answer', game: GAME_ID, index, answer }, () => {
        happens(answers(seat, answer, 500 * (seat + 1)))
        return {}
      })
    }
  }
  atMs = (nextWakeAt(state) ?? 0) - START_MS
  happens(timePasses)
  for (const player of [HOST, GUEST]) asksAndSees(player, { name: 'join_game', game: GAME_ID }, null)

  asks(HOST, { name: 'draw_questions' }, () => ({}))
  const verify = { name: 'verify_answer', question: PRACTICE_QUESTION, answer: answerId(50, 0), serving: 0 } as const
  asks(HOST, verify, () => ({ isRight: true }))
  asks(GUEST, { name: 'start_checkout', price: 'lifetime' }, () => ({}))
  add({ type: 'paid', player: GUEST, plan: 'lifetime' })

  const awards = state.players.map(({ id, userId: player, points }) => {
    return { player, cause: `game:${GAME_ID}:${id}`, points: Math.round(points / 100) }
  })
  awards.push({ player: HOST, cause: `practice:${PRACTICE_QUESTION}:1`, points: 10 })
  const totals = [HOST, GUEST].map((player) => ({
    player,
    points: awards.filter((award) => award.player === player).reduce((sum, { points }) => sum + points, 0),
  }))
  for (const { player, points } of totals) add({ type: 'stats', player, points })
  const practised = [{ player: HOST, question: PRACTICE_QUESTION, isRight: true }]
  add({ type: 'stored', stored: { awards, totals, answers: practised, plans: [{ player: GUEST, plan: 'lifetime' }] } })
  return entries
}
