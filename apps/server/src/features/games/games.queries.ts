import type { GameId, UserId } from '@quizmaster/contract/ids'
import { attachedUserIds, type GameQuestion, type GameState } from '@quizmaster/engine/game-state'
import { type Kysely, sql, type Transaction } from 'kysely'
import { batched } from '../../infra/db/batched.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { addedPastAnswers, changingColumns, wholeState } from './game-columns.ts'

/** A game as it is stored. `questions` is empty until it starts. */
export interface StoredGame {
  state: GameState
  questions: readonly GameQuestion[]
}

/** Null when there is no such game. With `forUpdate` nobody else changes it until the transaction ends. */
export async function findGame(db: Kysely<Tables>, id: GameId, lock?: 'forUpdate'): Promise<StoredGame | null> {
  const row = await db
    .selectFrom('game')
    .select((build) => [
      'state',
      'past_answers',
      build
        .selectFrom('game_question')
        .select('questions')
        .whereRef('game_question.game_id', '=', 'game.id')
        .as('questions'),
    ])
    .where('id', '=', id)
    .$if(lock === 'forUpdate', (query) => query.forUpdate('game'))
    .executeTakeFirst()
  return row ? { state: wholeState(row), questions: row.questions ?? [] } : null
}

/** The game that a user is in, or null. */
export async function findGameIdOf(db: Kysely<Tables>, userId: UserId): Promise<GameId | null> {
  const row = await db.selectFrom('game_member').select('game_id').where('user_id', '=', userId).executeTakeFirst()
  return row ? (row.game_id as GameId) : null
}

/** False when the id is taken. */
export async function insertGame(trx: Transaction<Tables>, state: GameState): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('game')
    .values({ id: state.id, ...columnsOf(state) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Saves a step in one statement. False when another writer was faster; the caller loads again and tries again. */
export async function saveStep(db: Kysely<Tables>, before: GameState, after: GameState): Promise<boolean> {
  const past = addedPastAnswers(before, after)
  const { numUpdatedRows } = await db
    .updateTable('game')
    .set({ ...columnsOf(after), ...(past ? { past_answers: JSON.stringify(past) } : {}) })
    .where('id', '=', after.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A game before and after a step. */
export interface SavedStep {
  before: GameState
  after: GameState
}

export type SaveStep = (step: SavedStep) => Promise<boolean>

/**
 * As `saveStep`, for games that change in the same instant: they share a statement, and so a commit. A game that
 * somebody has locked keeps no other one waiting; it is saved by itself.
 */
export function createSaveStep(db: Kysely<Tables>): SaveStep {
  const saveBatched = batched<SavedStep, boolean>((steps) => saveSteps(db, steps))
  return async (step) => (await saveBatched(step)) || saveStep(db, step.before, step.after)
}

/**
 * In the order of the steps; false where another writer was faster or holds the game. A game comes once, and never one
 * that is being archived: that takes a transaction. The limit leaves nothing out; it tells the planner that the games are
 * few, which it then finds by their ids instead of reading all there are. Being a query, it has one plan for all rounds.
 */
async function saveSteps(db: Kysely<Tables>, steps: readonly SavedStep[]): Promise<boolean[]> {
  const rows = steps.map(({ before, after }) => ({
    id: after.id,
    before: before.version,
    ...changingColumns(after),
    past_answers: addedPastAnswers(before, after),
  }))
  const saved = await sql<{ id: GameId }>`
    update game
    set status = free.status, version = free.version, wake_at = free.wake_at, state = free.state,
      past_answers = coalesce(free.past_answers, game.past_answers)
    from (
      select step.*
      from (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as step
          (id text, before integer, status text, version integer, wake_at bigint, state json, past_answers json)
        limit (select ${rows.length}::bigint)
      ) as step
      cross join lateral (
        select from game where game.id = step.id and game.version = step.before
        for no key update skip locked
      ) as locked
    ) as free
    where game.id = free.id and game.version = free.before
    returning game.id`.execute(db)
  const ids = new Set(saved.rows.map(({ id }) => id))
  return steps.map(({ after }) => ids.has(after.id))
}

function columnsOf(after: GameState) {
  const { state, ...columns } = changingColumns(after)
  const archived_at = after.status === 'archived' ? after.phaseStartedAtMs : null
  return { ...columns, archived_at, state: JSON.stringify(state) }
}

/** Stores what was drawn for a game that has started; it never changes again. */
export async function insertQuestions(
  trx: Transaction<Tables>,
  id: GameId,
  questions: readonly GameQuestion[],
): Promise<void> {
  await trx
    .insertInto('game_question')
    .values({ game_id: id, questions: JSON.stringify(questions) })
    .execute()
}

/** Makes the member rows those that a game's state says; whoever comes in leaves the game they were in. */
export async function saveMembers(trx: Transaction<Tables>, state: GameState): Promise<void> {
  const userIds = state.status === 'archived' ? [] : attachedUserIds(state)
  await trx
    .deleteFrom('game_member')
    .where('game_id', '=', state.id)
    .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
    .execute()
  if (userIds.length === 0) return
  await trx
    .insertInto('game_member')
    .values(userIds.map((user_id) => ({ user_id, game_id: state.id })))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ game_id: state.id }))
    .execute()
  await trx
    .insertInto('game_player')
    .values(userIds.map((user_id) => ({ user_id, game_id: state.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Up to `limit` of the games that a user came into and that are still kept, in the order of their ids. */
export async function listGameIdsOf(
  db: Kysely<Tables>,
  userId: UserId,
  { afterId, limit }: { afterId: GameId | null; limit: number },
): Promise<GameId[]> {
  const rows = await db
    .selectFrom('game_player')
    .select('game_id')
    .where('user_id', '=', userId)
    .$if(afterId !== null, (query) => query.where('game_id', '>', afterId ?? ''))
    .orderBy('game_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.game_id as GameId)
}

/** Games whose wake-up is past, the longest first. */
export async function listDueGameIds(db: Kysely<Tables>, nowMs: number, limit: number): Promise<GameId[]> {
  const rows = await db
    .selectFrom('game')
    .select('id')
    .where('wake_at', '<=', nowMs)
    .orderBy('wake_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id as GameId)
}

/** Games in which time matters. */
export async function listGameIdsUnderWay(db: Kysely<Tables>): Promise<GameId[]> {
  const rows = await db.selectFrom('game').select('id').where('status', 'in', ['starting', 'running']).execute()
  return rows.map((row) => row.id as GameId)
}

/** Notes that somebody looks after the games now; gives when that was last noted, or null at the very first time. */
export async function noteWatch(trx: Transaction<Tables>, nowMs: number): Promise<number | null> {
  const before = await trx.selectFrom('game_watch').select('watched_at').forUpdate().executeTakeFirst()
  await trx
    .insertInto('game_watch')
    .values({ watched_at: nowMs })
    .onConflict((conflict) =>
      conflict.column('is_only_row').doUpdateSet({ watched_at: Math.max(nowMs, before?.watched_at ?? 0) }),
    )
    .execute()
  return before?.watched_at ?? null
}
