import { randomInt, randomUUID } from 'node:crypto'
import type { GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game, gamesApi } from '@quizmaster/contract/http/games'
import type { AnswerId, GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { newGame } from '@quizmaster/engine/game'
import type { SettingsChange } from '@quizmaster/engine/game-event'
import { rematch as stepRematch } from '@quizmaster/engine/rematch'
import type { Refusal as EngineRefusal } from '@quizmaster/engine/step'
import { viewFor } from '@quizmaster/engine/views'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import type { Bank, BankSnapshot } from '../questions/bank.ts'
import type { FeatureFlags } from '../site/feature-flags.ts'
import { drawForGame } from './draw-game.ts'
import type { GameRooms } from './game-room.ts'
import type { GameTransaction } from './game-transaction.ts'
import { findGame, findGameIdOf, insertGame, insertQuestions, saveMembers, type StoredGame } from './games.queries.ts'

const FLAG = 'private_fun_mode_controls_enabled'
const FAILED_JOINS_A_MINUTE = 10
const MINUTE_MS = 60_000

export interface GameDeps {
  db: Kysely<Tables>
  clock: Clock
  bank: Bank
  flags: FeatureFlags
  limiter: RateLimiter
  rooms: GameRooms
}

/** The game a player is in, as they may see it, or null (contract 7). */
export async function findActiveGame(deps: GameDeps, userId: UserId): Promise<Game | null> {
  const id = await findGameIdOf(deps.db, userId)
  const game = id && (await findGame(deps.db, id))
  return game && game.state.status !== 'archived' ? view(deps, game, userId) : null
}

/**
 * Opens a lobby. @throws feature_disabled; game_exists with the present game's details unless forced: then the creator's
 * old game ends and a member leaves theirs (contract 6)
 */
export async function createGame(deps: GameDeps, userId: UserId, isForced: boolean): Promise<Game> {
  if (!(await deps.flags.isEnabled(FLAG))) throw new Refusal('feature_disabled')
  const created = await deps.rooms.transact(async (games) => {
    await leavePresentGame(games, userId, isForced)
    return insertNewGame(games, userId)
  })
  return view(deps, created, userId)
}

/** Makes room for another game: a finished one never blocks, one under way only gives way by force. */
async function leavePresentGame(games: GameTransaction, userId: UserId, isForced: boolean): Promise<void> {
  const present = await findPresent(games, userId)
  if (!present) return
  const { id, status, creatorId } = present.state
  const isCreator = creatorId === userId
  if (status === 'finished') {
    await games.step(
      present,
      isCreator ? { type: 'update_requested', userId, status: 'archived' } : { type: 'player_left', userId },
    )
    return
  }
  if (!isForced) throw new Refusal('game_exists', { details: { id, status, is_creator: isCreator } })
  await games.step(present, { type: isCreator ? 'game_replaced' : 'player_left', userId })
}

async function insertNewGame(games: GameTransaction, userId: UserId): Promise<StoredGame> {
  const name = await nameOf(games.trx, userId)
  const playerId = randomUUID() as PlayerId
  for (;;) {
    const state = newGame({ userId, name }, { gameId: randomGameId(), playerId }, games.nowMs)
    if (!(await insertGame(games.trx, state))) continue
    await saveMembers(games.trx, state)
    return { state, questions: [] }
  }
}

/** 8 digits, the first not 0 (contract 2). */
function randomGameId(): GameId {
  return String(randomInt(10_000_000, 100_000_000)) as GameId
}

type GameChange = z.output<typeof gamesApi.updateGame.body>

/**
 * Changes settings, status or both, all or nothing.
 * @throws no_game, not_creator, bad_transition, too_early, not_enough_players, no_topics, 422 `settings.topics`
 */
export async function updateGame(deps: GameDeps, userId: UserId, change: GameChange): Promise<Game> {
  const bank = await deps.bank.current()
  const outcome = await deps.rooms.transact(async (games) => {
    const present = await findPresent(games, userId)
    if (!present) return { refused: 'no_game' as const, game: null }
    const questions = await questionsToStartWith(games, bank, present, change)
    const settings = change.settings && settingsOf(bank, present, change.settings)
    const stepped = await games.step(
      { ...present, questions },
      { type: 'update_requested', userId, settings, status: change.status },
    )
    if (!stepped.refused) requireKnownTopics(bank, change)
    const isStartedNow = present.state.status === 'pending' && stepped.game.state.status === 'starting'
    if (isStartedNow) await insertQuestions(games.trx, stepped.game.state.id, questions)
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

/** Drawn when a lobby is asked to start, in the transaction that starts it; else those it has. */
async function questionsToStartWith(
  games: GameTransaction,
  bank: BankSnapshot,
  present: StoredGame,
  change: GameChange,
) {
  if (change.status !== 'starting' || present.state.status !== 'pending') return present.questions
  const { topics = present.state.settings.topics, question_count } = change.settings ?? {}
  const questionCount = question_count ?? present.state.settings.questionCount
  const state = { ...present.state, settings: { topics, questionCount } }
  return drawForGame(games.trx, bank, state, games.nowMs)
}

/** A new lobby with the players of the finished game. @throws no_game, not_creator, feature_disabled, bad_transition */
export async function rematch(deps: GameDeps, userId: UserId): Promise<Game> {
  const isEnabled = await deps.flags.isEnabled(FLAG)
  const outcome = await deps.rooms.transact(async (games) => {
    const present = await findPresent(games, userId)
    if (!present) return { refused: 'no_game' as const, fresh: null }
    for (;;) {
      const { state, fresh, effects, refused } = stepRematch(
        present.state,
        present.questions,
        { userId, gameId: randomGameId() },
        games.nowMs,
      )
      const mayAsk = refused !== 'no_game' && refused !== 'not_creator'
      if (mayAsk && !isEnabled) return { refused: 'feature_disabled' as const, fresh: null }
      if (fresh && !(await insertGame(games.trx, fresh))) continue
      await games.save(present.state, { state, questions: present.questions }, fresh ? [] : effects)
      if (!fresh) return { refused, fresh: null }
      const lobby = { state: fresh, questions: [] }
      await saveMembers(games.trx, fresh)
      await games.save(fresh, lobby, effects)
      return { refused: null, fresh: lobby }
    }
  })
  throwRefused(outcome.refused)
  return view(deps, outcome.fresh, userId)
}

/** Leaves the present game; without one nothing happens. @throws creator_cannot_leave */
export async function leaveGame(deps: GameDeps, userId: UserId): Promise<void> {
  const refused = await deps.rooms.transact(async (games) => {
    const present = await findPresent(games, userId)
    return present ? (await games.step(present, { type: 'player_left', userId })).refused : null
  })
  throwRefused(refused)
}

/**
 * Joins a lobby; a member gets the game again.
 * @throws game_not_found, already_in_game, game_started, game_full; rate_limited after 10 failed joins a minute
 */
export async function joinGame(deps: GameDeps, userId: UserId, id: GameId): Promise<Game> {
  const limit = { key: `failed-join:${userId}`, max: FAILED_JOINS_A_MINUTE, windowMs: MINUTE_MS }
  const outcome = await deps.rooms.transact(async (games) => {
    // Counted in the same transaction: of many guesses at once each knows of those before it.
    const waitMs = await deps.limiter.waitMs(games.trx, limit)
    if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterMs: waitMs })
    const tried = await tryJoin(games, userId, id)
    if (tried.refused) await deps.limiter.hit(games.trx, limit.key)
    return tried
  })
  throwRefused(outcome.refused)
  return view(deps, outcome.game, userId)
}

async function tryJoin(games: GameTransaction, userId: UserId, id: GameId) {
  await games.lockUser(userId)
  const presentId = await findGameIdOf(games.trx, userId)
  // Locked in one order, whoever comes from where.
  const locked = new Map<GameId, StoredGame | null>()
  for (const gameId of [...new Set(presentId ? [presentId, id] : [id])].toSorted())
    locked.set(gameId, await games.find(gameId))
  const target = locked.get(id) ?? null
  if (!target) return { refused: 'game_not_found' as const, game: null }
  const present = presentId && presentId !== id ? (locked.get(presentId) ?? null) : null
  const isPresentGone = present?.state.status === 'archived' && (await findGameIdOf(games.trx, userId)) !== presentId
  // It was archived while its lock was waited for.
  if (isPresentGone) return tryJoin(games, userId, id)
  const isGone = target.state.status === 'finished' || target.state.status === 'archived'
  if (!isGone && present && present.state.status !== 'finished')
    return { refused: 'already_in_game' as const, game: null }
  const player = { id: randomUUID() as PlayerId, userId, name: await nameOf(games.trx, userId) }
  const joined = await games.step(target, { type: 'player_joined', player })
  if (!joined.refused && present) {
    const isCreator = present.state.creatorId === userId
    await games.step(
      present,
      isCreator ? { type: 'update_requested', userId, status: 'archived' } : { type: 'player_left', userId },
    )
    await saveMembers(games.trx, joined.game.state)
  }
  return joined
}

interface AnswerCommit {
  answer: AnswerId | null
  time_spent: number
  question_index?: number | undefined
}

/**
 * Answers the open question; acknowledged means committed.
 * @throws no_running_game, too_late, too_early, already_answered, 422 `answer`
 */
export async function commitAnswer(deps: GameDeps, userId: UserId, commit: AnswerCommit): Promise<void> {
  const event = {
    type: 'answer_committed',
    userId,
    answer: commit.answer,
    timeSpentMs: commit.time_spent,
    questionIndex: commit.question_index,
  } as const
  // What this node remembers may be behind; an answer that it takes was saved on the game's present version.
  const rememberedId = deps.rooms.gameIdOf(userId)
  const remembered = rememberedId && (await deps.rooms.act(rememberedId, event))
  if (remembered && !remembered.refused) return
  const id = await findGameIdOf(deps.db, userId)
  const outcome = id === rememberedId ? remembered : id && (await deps.rooms.act(id, event))
  throwRefused(outcome ? outcome.refused : 'no_running_game')
}

/** What `get_active_game` and the first update after it say. */
export async function activeGameSnapshot(deps: GameDeps, userId: UserId): Promise<GameUpdate> {
  return { game: await findActiveGame(deps, userId), reason: 'snapshot' }
}

/** The game a user is in, locked, or null. */
async function findPresent(games: GameTransaction, userId: UserId): Promise<StoredGame | null> {
  await games.lockUser(userId)
  const lockOwn = async () => {
    const id = await findGameIdOf(games.trx, userId)
    return id && games.find(id)
  }
  const found = await lockOwn()
  // Nobody is in an archived game: while its lock was waited for, a rematch has taken them along.
  return found?.state.status === 'archived' ? lockOwn() : found
}

async function nameOf(trx: Transaction<Tables>, userId: UserId): Promise<string> {
  const row = await trx
    .selectFrom('app_user')
    .select(['display_name', 'player_number'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('unauthorized')
  return row.display_name ?? `Player ${row.player_number}`
}

function throwRefused(refused: EngineRefusal | null): void {
  if (refused === 'answer_unknown') throw fieldRefusal('answer', 'is not an answer of this question')
  if (refused) throw new Refusal(refused)
}

function view({ clock }: GameDeps, game: StoredGame | null, userId: UserId): Game {
  if (!game) throw new Refusal('no_game')
  return viewFor(game.state, game.questions, userId, clock.now())
}
