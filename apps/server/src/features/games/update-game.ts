import type { Game, gamesEndpoints } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import type { SettingsChange } from '@quizmaster/engine/game-event'
import type { z } from 'zod'
import { fieldRefusal } from '../../refusal.ts'
import type { BankSnapshot } from '../questions/bank.ts'
import { drawForGame, noteSeen } from './draw-game.ts'
import type { GameTransaction } from './game-transaction.ts'
import { insertQuestions, type StoredGame } from './games.queries.ts'
import { findPresent, type GameDeps, throwRefused, view } from './present-game.ts'

type GameChange = z.output<typeof gamesEndpoints.updateGame.body>

/**
 * Changes settings, status or both, all or nothing.
 * @throws no_game, not_creator, bad_transition, too_early, not_enough_players, no_topics, 422 `settings.topics`
 */
export async function updateGame(deps: GameDeps, userId: UserId, change: GameChange): Promise<Game> {
  const bank = await deps.bank.current()
  const outcome = await deps.rooms.transact(async (games) => {
    const present = await findPresent(games, userId)
    if (!present) return { refused: 'no_game' as const, game: null }
    const drawn = isToStart(present, change) ? await drawFor(games, bank, present, change) : null
    const questions = drawn?.questions ?? present.questions
    const settings = change.settings && settingsOf(bank, present, change.settings)
    const stepped = await games.step(
      { ...present, questions },
      { type: 'update_requested', userId, settings, status: change.status },
    )
    if (!stepped.refused) requireKnownTopics(bank, change)
    if (drawn && stepped.game.state.status === 'starting') {
      await insertQuestions(games.trx, stepped.game.state.id, questions)
      await noteSeen(games.trx, stepped.game.state, drawn.bankIds, games.nowMs)
    }
    return stepped
  })
  throwRefused(outcome.refused)
  return view(deps, outcome.game, userId)
}

function settingsOf(
  bank: BankSnapshot,
  present: StoredGame,
  { topics, question_count }: NonNullable<GameChange['settings']>,
): SettingsChange {
  const held = (topics ?? present.state.settings.topics).map((id) => bank.questionIdsByTopic.get(id)?.length ?? 0)
  return { topics, questionCount: question_count, questionsHeld: held.reduce((sum, count) => sum + count, 0) }
}

function requireKnownTopics(bank: BankSnapshot, { settings }: GameChange): void {
  const isKnown = settings?.topics?.every((id) => bank.questionIdsByTopic.has(id)) ?? true
  if (!isKnown) throw fieldRefusal('settings.topics', 'is not a topic')
}

function isToStart({ state }: StoredGame, { status }: GameChange): boolean {
  return status === 'starting' && state.status === 'pending'
}

/** The questions to start a lobby with, drawn for the settings it is to start with. */
function drawFor(games: GameTransaction, bank: BankSnapshot, present: StoredGame, change: GameChange) {
  const { topics = present.state.settings.topics, question_count } = change.settings ?? {}
  const questionCount = question_count ?? present.state.settings.questionCount
  const state = { ...present.state, settings: { topics, questionCount } }
  return drawForGame(games.trx, bank, state)
}
