import type { Game } from '@quizmaster/contract/http/games'
import { gamesApi } from '@quizmaster/contract/routes/gameplay'
import type { AnswerId, UserId } from '@quizmaster/contract/ids'
import type { BodyOf } from '@quizmaster/contract/http/endpoints'
import { ApiError, atLeast, call, dataOf, MIN_CALL_MS } from '../../platform/http.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { beginLeaving, settleLeaving, takeCallResult } from './current-game.ts'
import { GAME_FRAME_STRINGS } from './frame-strings.ts'

type Change = BodyOf<typeof gamesApi.updateGame>

/** Opens a lobby; if forced, it cancels or leaves the current game. */
export async function createGame(isForced: boolean): Promise<Game> {
  const body = { type: 'fun' as const, is_forced: isForced }
  return takeCallResult(dataOf(await call(gamesApi.createGame, body)))
}

/** Joins a lobby by its id. */
export async function joinGame(gameId: string): Promise<Game> {
  const options = { params: { id: gameId } }
  return takeCallResult(dataOf(await call(gamesApi.joinGame, undefined, options)))
}

/** Leaves the current game. */
export async function leaveGame(): Promise<void> {
  await settleLeaving(beginLeaving(), call(gamesApi.leaveGame))
}

/** Removes a player from the lobby, who then cannot join this game again. */
export async function removePlayer(userId: UserId): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.removePlayer, { user_id: userId })))
}

/** Locks the lobby, so that nobody else can join, or unlocks it. */
export async function lockGame(isLocked: boolean): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.lockGame, { is_locked: isLocked })))
}

/** Shows the game on the big screen that shows these letters. */
export async function showOnStage(letters: string): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.showOnStage, { letters })))
}

/** Shows or hides the game's id on its big screens. */
export async function showIdOnStage(isIdShown: boolean): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.updateStage, { is_id_shown: isIdShown })))
}

/** Stops showing the game on big screens. */
export async function stopStages(): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.stopStages)))
}

/** Opens a new lobby with the same players and settings. */
export async function rematch(): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.rematch)))
}

/** Begins the countdown; takes at least 500 ms. */
export async function startGame(): Promise<Game> {
  return atLeast(MIN_CALL_MS, update({ status: 'starting' }))
}

/** Opens the first question when the countdown ends. */
export const beginPlay = () => update({ status: 'running' })

/** Ends the game early; progress is lost. */
export const cancelGame = () => update({ status: 'finished' })

/** Closes the lobby or the results for everybody. */
export const archiveGame = () => update({ status: 'archived' })

/** Saves the given settings. The server lowers the question count to the number of questions in the topics. */
export function saveSettings(settings: NonNullable<Change['settings']>): Promise<Game> {
  return update({ settings })
}

/** Commits an answer, or null once the time is up. Never retried automatically. */
export async function commitAnswer(answer: AnswerId | null, spentMs: number, questionIndex: number): Promise<void> {
  const body = { answer, time_spent: spentMs, question_index: questionIndex }
  await call(gamesApi.commitAnswer, body)
}

async function update(change: Change): Promise<Game> {
  return takeCallResult(dataOf(await call(gamesApi.updateGame, change)))
}

/** The existing game because of which a new one was refused; null for any other failure. */
export function existingGameOf(error: unknown): { isHost: boolean } | null {
  if (!(error instanceof ApiError) || error.code !== 'game_exists') return null
  const details = (error.details ?? {}) as { is_creator?: unknown }
  return { isHost: details.is_creator === true }
}

/** Shows why a game action failed: for a refusal the server's message, for an ended session nothing. */
export function showGameFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
    showToast({ type: 'error', title: error.message, message: '' })
  } else showFailure(GAME_FRAME_STRINGS.failed, error)
}
