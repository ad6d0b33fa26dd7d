import { watchApi } from '@quizmaster/contract/routes/gameplay'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { ApiError, call, dataOf } from '../../../platform/http.ts'
import { beginLeaving, settleLeaving } from '../current-game.ts'
import { joinGame } from '../game-calls.ts'
import { GAME_PATHS } from '../game-routes.ts'
import { beginLeavingSeat, takeWatchCall } from './watched-game.ts'

/** A screen to go to, with the state of its history entry. */
export interface Destination {
  path: string
  state?: { isFinished: true }
}

/** Joins a lobby, or takes a seat if the game has started. Returns where that leads. */
export async function joinOrWatch(gameId: string): Promise<Destination> {
  try {
    await joinGame(gameId)
    return { path: GAME_PATHS.lobby }
  } catch (error) {
    if (!mayBeWatched(error)) throw error
    const watched = await watchGame(gameId).catch((reason: unknown) => {
      // A server of the previous version does not know this call.
      throw isUnknownCall(reason) ? error : reason
    })
    return { path: GAME_PATHS.watch, ...(watched.status === 'finished' ? { state: { isFinished: true } } : {}) }
  }
}

/** Gives up the seat. */
export async function leaveSeat(): Promise<void> {
  await settleLeaving(beginLeavingSeat(), call(watchApi.stopWatching))
}

/** Takes a seat. A user who is still in a finished game leaves it. */
async function watchGame(gameId: string): Promise<WatchedGame> {
  const leaving = beginLeaving()
  return settleLeaving(
    leaving,
    call(watchApi.watchGame, { id: gameId }).then((answer) => takeWatchCall(dataOf(answer))),
  )
}

/** Whether joining was refused because the game has started. A finished game is reported as not found. */
function mayBeWatched(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'game_started' || error.code === 'game_not_found')
}

function isUnknownCall(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}
