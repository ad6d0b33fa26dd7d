import type { Game, gamesEndpoints } from '@quizmaster/contract/http/games'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import type { GameEvent, SettingsChange } from '@quizmaster/engine/game-event'
import { creatorRefusal } from '@quizmaster/engine/creator-requests'
import { attachedUserIds, seatsOf } from '@quizmaster/engine/game-state'
import { newGame, rematchLobby } from '@quizmaster/engine/lobby'
import type { RefusalCode } from '@quizmaster/engine/step'
import { viewFor } from '@quizmaster/engine/views'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RateLimit, RateLimiter } from '../../infra/rate-limit.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import type { RequestSession } from '../accounts/sessions.ts'
import { findTimeFactors } from '../accounts/settings.ts'
import type { Bank, BankSnapshot } from '../questions/bank.ts'
import type { NewRng } from '../questions/draw-questions.ts'
import type { FeatureFlags } from '../site/feature-flags.ts'
import { drawForGame } from './draw-game.ts'
import type { GameRunner } from './game-runner.ts'
import { listFreeSeats } from './game-seats.ts'
import { findCurrentGameId, insertQuestions, type StoredGame } from './game-store.ts'
import type { GameTransaction } from './game-transaction.ts'
import { giveUpSeat, leaveFinished, newPlayer } from './move-player.ts'
import { moveStages, wrongLettersKey } from './stages.ts'

const FLAG = 'private_fun_mode_controls_enabled'
const NEW_GAMES_A_MINUTE = 10
const NEW_GAMES_AN_HOUR = 60

export interface GameDeps {
  db: Kysely<Tables>
  clock: Clock
  bank: Bank
  flags: FeatureFlags
  limiter: RateLimiter
  newRng: NewRng
  gameRunner: GameRunner
}

type GameChange = z.output<typeof gamesEndpoints.updateGame.body>
type AnswerCommit = z.output<typeof gamesEndpoints.commitAnswer.body>

/** The rate-limit keys for an account's games. */
export const gameLimitKeys = (userId: UserId) => [newGameKey(userId), failedJoinKey(userId), wrongLettersKey(userId)]
const newGameKey = (userId: UserId) => `new-game:${userId}`
export const failedJoinKey = (userId: UserId) => `failed-join:${userId}`

/** Rematches count too: each leaves an archived game behind, just as a new game does. */
function newGameLimits(userId: UserId): RateLimit[] {
  const key = newGameKey(userId)
  return [
    { key, max: NEW_GAMES_A_MINUTE, windowMs: MINUTE_MS },
    { key, max: NEW_GAMES_AN_HOUR, windowMs: HOUR_MS },
  ]
}

/**
 * Opens a lobby. Refused calls do not count towards the limits. `isForced` first ends the current game if the caller is
 * its creator, and otherwise leaves it (contract 6).
 * @throws rate_limited after 10 in a minute or 60 in an hour, rematches included; feature_disabled; game_exists, with
 *   details of the current game, unless `isForced`
 */
export async function createGame(deps: GameDeps, userId: UserId, isForced: boolean): Promise<Game> {
  const isEnabled = await deps.flags.isEnabled(FLAG)
  const created = await deps.gameRunner.transact(async (games) => {
    for (const limit of newGameLimits(userId)) await deps.limiter.check(games.trx, limit)
    if (!isEnabled) throw new Refusal('feature_disabled')
    const { played, watched } = await games.findUserGames(userId)
    await leaveCurrentGame(games, played, userId, isForced)
    await giveUpSeat(games, watched, userId)
    const player = await newPlayer(games, userId)
    await deps.limiter.hit(games.trx, newGameKey(userId))
    return games.insert((gameId) => newGame(player, { gameId, playerId: player.id }, games.nowMs), null)
  })
  return viewOf(deps, created, userId)
}

async function leaveCurrentGame(
  games: GameTransaction,
  current: StoredGame | null,
  userId: UserId,
  isForced: boolean,
): Promise<void> {
  if (!current) return
  if (current.state.status === 'finished') return leaveFinished(games, current, userId)
  if (!isForced) throw gameExists(current, userId)
  if (current.state.creatorId === userId) await games.replace(current, userId)
  else await games.step(current, { type: 'player_left', userId })
}

/** The refusal that tells a user which game they are in. */
export function gameExists({ state: { id, status, creatorId } }: StoredGame, userId: UserId): Refusal {
  return new Refusal('game_exists', { details: { id, status, is_creator: creatorId === userId } })
}

/** Leaves the current game. Does nothing if there is none. @throws creator_cannot_leave */
export async function leaveGame(deps: GameDeps, userId: UserId): Promise<void> {
  const refused = await deps.gameRunner.transact(async (games) => {
    const current = await games.findCurrent(userId)
    return current && (await games.step(current, { type: 'player_left', userId })).refused
  })
  throwRefused(refused)
}

/**
 * Removes a player from the caller's lobby; they cannot join it again. Does nothing if they have been removed before.
 * @throws no_game, not_creator, not_found if the user is not in the lobby, creator_cannot_leave, game_started
 */
export async function removePlayer(deps: GameDeps, userId: UserId, removedUserId: UserId): Promise<Game> {
  return stepCurrentGame(deps, userId, { type: 'player_removed', userId, removedUserId })
}

/**
 * Locks the caller's lobby, so that nobody else can join, or unlocks it. @throws no_game, not_creator, bad_transition
 */
export async function lockGame(deps: GameDeps, userId: UserId, isLocked: boolean): Promise<Game> {
  return stepCurrentGame(deps, userId, { type: 'lock_requested', userId, isLocked })
}

/** Applies an event to the game that a user is in. @throws no_game, and the refusal of the event */
export async function stepCurrentGame(deps: GameDeps, userId: UserId, event: GameEvent): Promise<Game> {
  const outcome = await deps.gameRunner.transact(async (games) => {
    const current = await games.findCurrent(userId)
    if (!current) return { refused: 'no_game' as const, game: null }
    return games.step(current, event)
  })
  throwRefused(outcome.refused)
  return viewOf(deps, outcome.game, userId)
}

/**
 * Changes settings, status or both, all or nothing.
 * @throws no_game, not_creator, bad_transition, too_early, not_enough_players, no_topics, 422 `settings.topics`
 */
export async function updateGame(deps: GameDeps, userId: UserId, change: GameChange): Promise<Game> {
  const bank = await deps.bank.current()
  const outcome = await deps.gameRunner.transact(async (games) => {
    const current = await games.findCurrent(userId)
    if (!current) return { refused: 'no_game' as const, game: null }
    const isStart = change.status === 'starting' && current.state.status === 'pending'
    const drawn = isStart ? await drawForGame(games.trx, bank, changedState(current, change), deps.newRng) : null
    const questions = drawn ?? current.questions
    const timeFactors = isStart ? await findTimeFactors(games.trx, attachedUserIds(current.state)) : undefined
    const settings = change.settings && settingsChange(bank, current, change.settings)
    const stepped = await games.step(
      { ...current, questions },
      { type: 'update_requested', userId, settings, status: change.status, timeFactors },
    )
    if (!stepped.refused) requireKnownTopics(bank, change)
    if (drawn && stepped.game.state.status === 'starting') {
      await insertQuestions(games.trx, stepped.game.state.id, drawn)
    }
    return stepped
  })
  throwRefused(outcome.refused)
  return viewOf(deps, outcome.game, userId)
}

/** The lobby with the settings that it would start with. */
function changedState({ state }: StoredGame, { settings = {} }: GameChange): StoredGame['state'] {
  const { topics = state.settings.topics, question_count: questionCount = state.settings.questionCount } = settings
  return { ...state, settings: { topics, questionCount } }
}

function settingsChange(
  bank: BankSnapshot,
  current: StoredGame,
  { topics, question_count, has_clock, is_watchable }: NonNullable<GameChange['settings']>,
): SettingsChange {
  const counts = (topics ?? current.state.settings.topics).map((id) => bank.questionIdsByTopic.get(id)?.length ?? 0)
  const questionsHeld = counts.reduce((sum, count) => sum + count, 0)
  return {
    topics,
    questionCount: question_count,
    hasClock: has_clock,
    isWatchable: is_watchable,
    questionsHeld,
  }
}

function requireKnownTopics(bank: BankSnapshot, { settings }: GameChange): void {
  const isKnown = settings?.topics?.every((id) => bank.questionIdsByTopic.has(id)) ?? true
  if (!isKnown) throw fieldRefusal('settings.topics', 'is not a topic')
}

/**
 * Opens a new lobby with the players of the finished game, and those who watch it.
 * @throws rate_limited, no_game, not_creator, feature_disabled, bad_transition
 */
export async function rematch(deps: GameDeps, userId: UserId): Promise<Game> {
  const isEnabled = await deps.flags.isEnabled(FLAG)
  const outcome = await deps.gameRunner.transact(async (games) => {
    for (const limit of newGameLimits(userId)) await deps.limiter.check(games.trx, limit)
    const current = await games.findCurrent(userId)
    if (!current) return { refused: 'no_game' as const, game: null }
    const mayNot = creatorRefusal(current.state, userId) ?? (isEnabled ? null : 'feature_disabled')
    if (mayNot) return { refused: mayNot, game: null }
    const { refused, game: old } = await games.step(current, { type: 'rematch_requested', userId })
    if (refused) return { refused, game: null }
    await deps.limiter.hit(games.trx, newGameKey(userId))
    const seats = await listFreeSeats(games.trx, seatsOf(current.state))
    const game = await games.insert((id) => rematchLobby(old.state, id, seats), 'rematch')
    if (old.state.stage) await moveStages(games.trx, { from: old.state.id, to: game.state.id, nowMs: games.nowMs })
    return { refused, game }
  })
  throwRefused(outcome.refused)
  return viewOf(deps, outcome.game, userId)
}

/**
 * Answers the open question. Resolves once the answer is committed. The session, and the player's game in it, may be up
 * to 30 s old, so the game is looked up before an answer is refused. No player is in two games, so an answer that is
 * accepted was given in the right one.
 * @throws no_running_game, too_late, too_early, already_answered, 422 `answer`
 */
export async function commitAnswer(
  { db, gameRunner }: GameDeps,
  { userId, currentGameId }: RequestSession,
  commit: AnswerCommit,
): Promise<void> {
  const answer = async (gameId: GameId | null): Promise<RefusalCode | null> => {
    const outcome =
      gameId &&
      (await gameRunner.act(gameId, {
        type: 'answer_committed',
        userId,
        answer: commit.answer,
        timeSpentMs: commit.time_spent,
        questionIndex: commit.question_index,
      }))
    return outcome ? outcome.refused : 'no_running_game'
  }
  const refused = await answer(currentGameId)
  if (refused === null) return
  const gameId = await findCurrentGameId(db, userId)
  throwRefused(gameId === currentGameId ? refused : await answer(gameId))
}

/** The game as a user may see it. @throws no_game */
export function viewOf({ clock }: GameDeps, game: StoredGame | null, userId: UserId): Game {
  if (!game) throw new Refusal('no_game')
  return viewFor(game.state, game.questions, userId, clock.now())
}

/** Throws a refusal of the engine, if there is one. */
export function throwRefused(refused: RefusalCode): never
export function throwRefused(refused: RefusalCode | null): void
export function throwRefused(refused: RefusalCode | null): void {
  if (refused === 'answer_unknown') throw fieldRefusal('answer', 'is not an answer of this question')
  if (refused) throw new Refusal(refused)
}
