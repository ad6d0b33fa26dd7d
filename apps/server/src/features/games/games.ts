import { randomInt, randomUUID } from 'node:crypto'
import type { GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import type { AnswerId, GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { newGame } from '@quizmaster/engine/game'
import { rematch as stepRematch } from '@quizmaster/engine/rematch'
import { Refusal } from '../../refusal.ts'
import { getPlayerName } from '../accounts/player-name.ts'
import type { GameTransaction } from './game-transaction.ts'
import { findGame, findGameIdOf, insertGame, saveMembers, type StoredGame } from './games.queries.ts'
import { findPresent, type GameDeps, leaveFinished, throwRefused, view } from './present-game.ts'

const FLAG = 'private_fun_mode_controls_enabled'

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

/** Makes room for another game: one that is not finished only gives way by force. */
async function leavePresentGame(games: GameTransaction, userId: UserId, isForced: boolean): Promise<void> {
  const present = await findPresent(games, userId)
  if (!present) return
  const { id, status, creatorId } = present.state
  if (status === 'finished') return leaveFinished(games, present, userId)
  const isCreator = creatorId === userId
  if (!isForced) throw new Refusal('game_exists', { details: { id, status, is_creator: isCreator } })
  await games.step(present, { type: isCreator ? 'game_replaced' : 'player_left', userId })
}

async function insertNewGame(games: GameTransaction, userId: UserId): Promise<StoredGame> {
  const name = await getPlayerName(games.trx, userId)
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

/** What `get_active_game` and the first update after it say: the game a player is in, as they may see it, or null. */
export async function activeGameSnapshot(deps: GameDeps, userId: UserId): Promise<GameUpdate> {
  const id = await findGameIdOf(deps.db, userId)
  const game = id && (await findGame(deps.db, id))
  const isActive = game && game.state.status !== 'archived'
  return { game: isActive ? view(deps, game, userId) : null, reason: 'snapshot' }
}
