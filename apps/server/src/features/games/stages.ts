import { randomInt, randomUUID } from 'node:crypto'
import type { GameId, StageId, UserId } from '@quizmaster/contract/ids'
import { STAGE_ALPHABET, STAGE_LETTER_COUNT, STAGE_LETTERS_KEPT_MS } from '@quizmaster/contract/limits'
import type { Kysely, Transaction } from 'kysely'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock, inTransaction } from '../../infra/db/transaction.ts'
import { hashOfToken, newToken } from '../../infra/random-token.ts'
import { limitsByAddress, type RateLimiter } from '../../infra/rate-limit.ts'

const NEW_STAGES_A_MINUTE = 20
const NEW_STAGES_AN_HOUR = 100
/** Even with half of all letters in use, only one draw in four billion has none that are free. */
const LETTERS_DRAWN = 32

export interface StageDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
}

/** The rate-limit key for an account's wrong letters. */
export const wrongLettersKey = (userId: UserId) => `wrong-stage-letters:${userId}`

/** The letters that pair a stage, and when they expire. */
export interface Letters {
  letters: string
  lettersUntilMs: number
}

/**
 * The stage of a token, or a new one with a new token.
 * @throws rate_limited after 20 new stages in a minute or 100 in an hour from the client address
 */
export async function openStage(
  { db, clock, limiter }: StageDeps,
  token: string | undefined,
  address: string,
): Promise<{ id: StageId; token: string }> {
  const known = token === undefined ? null : await findStage(db, token)
  if (known !== null && token !== undefined) return { id: known, token }
  const limits = [
    { max: NEW_STAGES_A_MINUTE, windowMs: MINUTE_MS },
    { max: NEW_STAGES_AN_HOUR, windowMs: HOUR_MS },
  ].flatMap((limit) => limitsByAddress(address, (network) => ({ key: `new-stage:${network}`, ...limit })))
  const opened = { id: randomUUID() as StageId, token: newToken() }
  await inTransaction(db, async (trx) => {
    await limiter.take(trx, limits)
    const row = { id: opened.id, token_hash: hashOfToken(opened.token), seen_at: clock.now() }
    await trx
      .insertInto('stage')
      .values({ ...row, letters: null, letters_until: null, game_id: null })
      .execute()
  })
  return opened
}

/** The id of the stage that has this token; null if there is none. */
export async function findStage(db: Kysely<Tables>, token: string): Promise<StageId | null> {
  const row = await db.selectFrom('stage').select('id').where('token_hash', '=', hashOfToken(token)).executeTakeFirst()
  return row ? (row.id as StageId) : null
}

/** Locks the stage that shows these letters. Null if none does, or if they have expired. */
export async function findStageByLetters(
  trx: Transaction<Tables>,
  letters: string,
  nowMs: number,
): Promise<StageId | null> {
  const row = await trx
    .selectFrom('stage')
    .select('id')
    .where('letters', '=', letters)
    .where('letters_until', '>', nowMs)
    .forUpdate()
    .executeTakeFirst()
  return row ? (row.id as StageId) : null
}

/** Makes the stage follow this game, and uses up its letters. */
export async function followGame(
  trx: Transaction<Tables>,
  { id, gameId, nowMs }: { id: StageId; gameId: GameId; nowMs: number },
): Promise<void> {
  await trx
    .updateTable('stage')
    .set({ game_id: gameId, letters: null, letters_until: null, seen_at: nowMs })
    .where('id', '=', id)
    .execute()
}

/** Makes all stages of a game follow another one, or none. */
export async function moveStages(
  trx: Transaction<Tables>,
  { from, to, nowMs }: { from: GameId; to: GameId | null; nowMs: number },
): Promise<void> {
  await trx.updateTable('stage').set({ game_id: to, seen_at: nowMs }).where('game_id', '=', from).execute()
}

/**
 * The letters of a stage that follows no game: those it has while they are valid, otherwise new ones. `endedGameId` is
 * a game that it followed and that is over. Returns `moved` if the stage now follows another game or is gone, and
 * `no_letters` if none are free.
 */
export function renewLetters(
  db: Kysely<Tables>,
  { id, endedGameId, nowMs }: { id: StageId; endedGameId: GameId | null; nowMs: number },
): Promise<Letters | 'moved' | 'no_letters'> {
  return inTransaction(db, async (trx) => {
    // So that no two stages take the same letters.
    await holdLock(trx, 'letters of stages')
    const row = await trx
      .selectFrom('stage')
      .select(['game_id', 'letters', 'letters_until'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.game_id !== endedGameId) return 'moved'
    const kept = row.letters !== null && row.letters_until !== null && row.letters_until > nowMs
    const letters = kept ? row.letters : await takeFreeLetters(trx, nowMs)
    if (letters === null) return 'no_letters'
    const letters_until = kept ? row.letters_until : nowMs + STAGE_LETTERS_KEPT_MS
    await trx
      .updateTable('stage')
      .set({ letters, letters_until, game_id: null, seen_at: nowMs })
      .where('id', '=', id)
      .execute()
    return { letters, lettersUntilMs: letters_until ?? nowMs }
  })
}

/** Letters that no stage shows; null if none of those drawn are free. A stage loses letters that have expired on it. */
async function takeFreeLetters(trx: Transaction<Tables>, nowMs: number): Promise<string | null> {
  const drawn = Array.from({ length: LETTERS_DRAWN }, randomLetters)
  const rows = await trx
    .selectFrom('stage')
    .select(['letters', 'letters_until'])
    .where('letters', 'in', drawn)
    .execute()
  const shown = new Set(rows.filter((row) => (row.letters_until ?? 0) > nowMs).map((row) => row.letters))
  const letters = drawn.find((each) => !shown.has(each)) ?? null
  if (rows.some((row) => row.letters === letters))
    await trx.updateTable('stage').set({ letters: null }).where('letters', '=', letters).execute()
  return letters
}

function randomLetters(): string {
  const letters = Array.from({ length: STAGE_LETTER_COUNT }, () =>
    STAGE_ALPHABET.charAt(randomInt(STAGE_ALPHABET.length)),
  )
  return letters.join('')
}
