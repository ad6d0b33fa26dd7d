import type { GameId, UserId } from '@quizmaster/contract/ids'
import { nextWakeAt } from '@quizmaster/engine/deadlines'
import { attachedUserIds, type GameState } from '@quizmaster/engine/game-state'
import { type Kysely, sql, type Transaction } from 'kysely'
import { batched } from '../../infra/db/batched.ts'
import type { DrawnQuestion } from '../../infra/db/tables/games.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** A game as it is stored. `questions` is empty until it starts. */
export interface StoredGame {
  state: GameState
  questions: readonly DrawnQuestion[]
}

/** Null if there is no such game. `forUpdate` locks it until the transaction ends. */
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
  if (!row) return null
  // If the game started while this waited for the lock, the statement above has found it without questions.
  const isStale = lock !== undefined && row.questions === null && row.state.status !== 'pending'
  const questions = isStale ? await findQuestions(db, id) : row.questions
  return { state: wholeState(row), questions: questions ?? [] }
}

async function findQuestions(db: Kysely<Tables>, id: GameId): Promise<readonly DrawnQuestion[] | null> {
  const row = await db.selectFrom('game_question').select('questions').where('game_id', '=', id).executeTakeFirst()
  return row?.questions ?? null
}

/** The id of the game a user is in, or null. */
export async function findCurrentGameId(db: Kysely<Tables>, userId: UserId): Promise<GameId | null> {
  const row = await db.selectFrom('game_member').select('game_id').where('user_id', '=', userId).executeTakeFirst()
  return row ? (row.game_id as GameId) : null
}

export interface GameVersion {
  id: GameId
  version: number
}

/** The game each of these users is in; no entry for a user who is in none. */
export async function listCurrentGames(
  db: Kysely<Tables>,
  userIds: readonly UserId[],
): Promise<Map<UserId, GameVersion>> {
  const { rows } = await sql<GameVersion & { user_id: UserId }>`
    select game_member.user_id, game.id, game.version
    from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as asked (user_id)
    join game_member on game_member.user_id = asked.user_id::uuid
    join game on game.id = game_member.game_id`.execute(db)
  return new Map(rows.map(({ user_id, id, version }) => [user_id, { id, version }]))
}

/** False if the id is taken. */
export async function insertGame(trx: Transaction<Tables>, state: GameState): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('game')
    .values({ id: state.id, ...columnsOf(state) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes a game as if it had never been opened. */
export async function deleteGame(trx: Transaction<Tables>, id: GameId): Promise<void> {
  await trx.deleteFrom('game').where('id', '=', id).execute()
}

/** A game's state before and after a step. */
export interface StateChange {
  before: GameState
  after: GameState
}

/** Saves a state in one statement. False if another process has changed the game since `before`: load it and retry. */
export async function saveState(db: Kysely<Tables>, { before, after }: StateChange): Promise<boolean> {
  const past = addedPastAnswers(before, after)
  const { numUpdatedRows } = await db
    .updateTable('game')
    .set({ ...columnsOf(after), ...(past ? { past_answers: JSON.stringify(past) } : {}) })
    .where('id', '=', after.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type SaveState = (change: StateChange) => Promise<boolean>

/**
 * As `saveState`, but games that change at the same time share a statement and so a commit. A game that is locked does
 * not delay the others: it is saved on its own.
 */
export function createBatchedSaveState(db: Kysely<Tables>): SaveState {
  const saveBatched = batched<StateChange, boolean>((changes) => saveStates(db, changes))
  return async (change) => (await saveBatched(change)) || saveState(db, change)
}

/**
 * Returns one result per change, in their order; false if another process was faster or holds a lock on the game. No
 * game may occur twice, and none may be archived by its change. The limit drops nothing: it tells the planner that the
 * games are few, so that it finds them by id instead of scanning the table. As a subquery, it allows one plan for
 * batches of any size.
 */
async function saveStates(db: Kysely<Tables>, changes: readonly StateChange[]): Promise<boolean[]> {
  const rows = changes.map(({ before, after }) => ({
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
  return changes.map(({ after }) => ids.has(after.id))
}

function columnsOf(after: GameState) {
  const { state, ...columns } = changingColumns(after)
  const archived_at = after.status === 'archived' ? after.phaseStartedAtMs : null
  return { ...columns, archived_at, state: JSON.stringify(state) }
}

/**
 * The columns that every change writes. Answers to earlier questions never change again, so they are stored in a column
 * of their own, and what an answer writes does not grow with the number of questions.
 */
function changingColumns(state: GameState) {
  return {
    status: state.status,
    version: state.version,
    wake_at: nextWakeAt(state),
    state: { ...state, answers: state.answers.slice(-1) },
  }
}

/** The answers to all questions but the current one, if the change opened a question; else null. */
function addedPastAnswers(before: GameState, after: GameState): GameState['answers'] | null {
  return after.askedCount === before.askedCount ? null : after.answers.slice(0, -1)
}

const NOBODY_REMOVED: Partial<GameState> = { removedUserIds: [] }

/** Games stored by an earlier version have no `removedUserIds`. */
function wholeState({ state, past_answers }: { state: GameState; past_answers: GameState['answers'] }): GameState {
  return { ...NOBODY_REMOVED, ...state, answers: [...past_answers, ...state.answers] }
}

/** Stores the questions drawn for a game that has started. They never change. */
export async function insertQuestions(
  trx: Transaction<Tables>,
  id: GameId,
  questions: readonly DrawnQuestion[],
): Promise<void> {
  await trx
    .insertInto('game_question')
    .values({ game_id: id, questions: JSON.stringify(questions) })
    .execute()
}

/** Stores a game's members as its state has them. A user who joins this game is no longer in any other. */
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

/** Up to `limit` stored games that a user has ever joined, ordered by id. */
export async function listGameIdsOfPlayer(
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

/** Games whose next deadline has passed, the earliest first. */
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

/** How many games of a status have players, and how many players they have. */
export interface GamesOfStatus {
  status: GameState['status']
  games: number
  players: number
}

/**
 * Counts the games that have players, without reading archived ones: the lateral join makes the planner look up each
 * game by its id.
 */
export async function countGames(db: Kysely<Tables>): Promise<GamesOfStatus[]> {
  const { rows } = await sql<GamesOfStatus>`
    select found.status, count(*) as games, sum(members.players)::bigint as players
    from (select game_id, count(*) as players from game_member group by game_id) as members
    cross join lateral (select status from game where game.id = members.game_id limit 1) as found
    group by found.status`.execute(db)
  return rows
}

/** The earliest deadline of any game, which may have passed; null if there is none. */
export async function findNextWakeAt(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('game')
    .select('wake_at')
    .where('wake_at', 'is not', null)
    .orderBy('wake_at')
    .limit(1)
    .executeTakeFirst()
  return row?.wake_at ?? null
}

/** Up to `limit` games under way, which are the starting and running ones, ordered by id. */
export async function listGameIdsUnderWay(
  db: Kysely<Tables>,
  { afterId, limit }: { afterId: GameId | null; limit: number },
): Promise<GameId[]> {
  const rows = await db
    .selectFrom('game')
    .select('id')
    .where('status', 'in', ['starting', 'running'])
    .$if(afterId !== null, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id as GameId)
}

/** Records that a process is sweeping the games now. Returns the time recorded before, or null if there is none. */
export async function recordSweep(trx: Transaction<Tables>, nowMs: number): Promise<number | null> {
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
