import type { WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { create, createStore } from 'zustand'
import type { Push } from '../../../platform/realtime/topic-subscription.ts'
import { addRoundTrip, addServerTime, pageNowMs } from '../../../platform/server-clock.ts'
import { onSessionEnd } from '../../../platform/session.ts'
import { isNewerView } from '../view-order.ts'

/** The game in which the user has a seat: they watch it and will be a player in the next one. */
interface Watching {
  /** `undefined` until it is known, null for none. */
  readonly watched: WatchedGame | null | undefined
  /** The game whose seat the user has given up, or is giving up. */
  readonly leftId: string | null
}

interface SyncState {
  /** Requests the watched game over the player's channel; null until the channel is joined. */
  readonly ask: (() => Promise<WatchedGame | null>) | null
  /** How many call results have been applied. A request that was sent before one of them may return an older state. */
  readonly callResults: number
}

const UNKNOWN: Watching = { watched: undefined, leftId: null }
const NOT_SYNCED: SyncState = { ask: null, callResults: 0 }
/** In the order in which they follow each other. */
const STATUSES: readonly WatchedGame['status'][] = ['starting', 'running', 'finished']

export const useWatchedGame = create<Watching>(() => UNKNOWN)

const syncState = createStore<SyncState>(() => NOT_SYNCED)

onSessionEnd(() => {
  syncState.setState(({ callResults }) => ({ ...NOT_SYNCED, callResults }), true)
  useWatchedGame.setState(UNKNOWN, true)
})

/** Whether a running watched game fills the screen, or is about to. */
export function isPlayShown({ watched }: Watching): boolean {
  return watched === undefined || (watched?.status === 'running' && watched.game !== null)
}

/** Reads the watched game each time the player's channel is joined. A user with a game of their own has none. */
export async function syncWatchedGame(push: Push, hasGame: boolean): Promise<void> {
  syncState.setState({ ask: async () => ((await push('get_watched_game', {})) as WatchUpdate).watched })
  // A server of the previous version does not know watched games.
  if (!hasGame) await readWatchedGame().catch(() => undefined)
  useWatchedGame.setState(({ watched = null }) => ({ watched }))
}

/**
 * Applies an update. An update without a game, or of another game than the one shown, may be late, so the server is
 * asked. The seat may have become a place in a lobby, so `readCurrentGame` is called before the watched game is
 * dropped.
 */
export function takeWatchUpdate({ watched }: WatchUpdate, readCurrentGame: () => Promise<void>): void {
  const shown = useWatchedGame.getState().watched
  if (watched && shown?.id === watched.id) takeWatched(watched)
  else void readWatchedGame(readCurrentGame).catch(() => undefined)
}

/** Applies the watched game that a call returned. */
export function takeWatchCall(watched: WatchedGame): WatchedGame {
  countCallResult()
  takeWatched(watched)
  return watched
}

/** Marks the seat as being given up: `done` forgets the watched game, `failed` removes the mark. */
export function beginLeavingSeat() {
  const leftId = useWatchedGame.getState().watched?.id ?? null
  useWatchedGame.setState({ leftId })
  return {
    done() {
      countCallResult()
      useWatchedGame.setState({ watched: null, leftId })
    },
    failed: () => useWatchedGame.setState({ leftId: null }),
  }
}

async function readWatchedGame(beforeNone?: () => Promise<void>): Promise<void> {
  const { ask, callResults } = syncState.getState()
  if (!ask) return undefined
  const startedAtMs = pageNowMs()
  const watched = await ask()
  if (ask !== syncState.getState().ask) return undefined
  if (watched?.game) addRoundTrip(startedAtMs, watched.game.server_time)
  if (callResults !== syncState.getState().callResults) return readWatchedGame(beforeNone)
  if (watched) takeWatched(watched)
  else {
    await beforeNone?.()
    if (callResults === syncState.getState().callResults) useWatchedGame.setState({ watched: null })
  }
  return undefined
}

function takeWatched(watched: WatchedGame): void {
  if (watched.game) addServerTime(watched.game.server_time)
  const { watched: shown, leftId } = useWatchedGame.getState()
  if (!isNewer(watched, shown)) return
  // The game continues while its seat is being given up.
  useWatchedGame.setState({ watched, leftId: shown?.id === watched.id ? leftId : null })
}

function isNewer(next: WatchedGame, shown: WatchedGame | null | undefined): boolean {
  if (shown?.id !== next.id) return true
  if (!next.game || !shown.game) return STATUSES.indexOf(next.status) >= STATUSES.indexOf(shown.status)
  return isNewerView(next.game, shown.game)
}

function countCallResult(): void {
  syncState.setState(({ callResults }) => ({ callResults: callResults + 1 }))
}
