import { activeGameTopic, type GameUpdate, type WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game, GameStatus } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { create, createStore } from 'zustand'
import { createPersistedStore } from '../../platform/persisted-store.ts'
import { followTopic } from '../../platform/realtime/realtime.ts'
import { addRoundTrip, addServerTime, pageNowMs } from '../../platform/server-clock.ts'
import { onSessionEnd } from '../../platform/session.ts'
import { syncWatchedGame, takeWatchUpdate } from './watch/watched-game.ts'

/** The game that the user is in ("active game" on the wire). */
export interface CurrentGame {
  /** The user whose game it is; null until known. */
  readonly userId: UserId | null
  /** `undefined` until it is known, null for none. */
  readonly game: Game | null | undefined
  /** The game that the user is leaving or has left. No notice is shown when it ends. */
  readonly leftId: string | null
  /** The game that the host has removed the user from, if known. The notice then says so. */
  readonly removedId: string | null
}

/** The events of a player's own channel. */
type PlayerEvents = { game_update: GameUpdate; watch_update: WatchUpdate }

type Request = () => Promise<{ game: Game | null }>

/** What is needed to tell newer states from older ones. */
interface SyncState {
  /** Asks the channel for the current game; null until the channel is joined. */
  readonly request: Request | null
  /** How many call results have been applied. A request that was sent before one of them may return an older state. */
  readonly callResults: number
  /** Games that the user was in before. An update of one may be late, so it proves nothing. */
  readonly pastIds: ReadonlySet<string>
}

const UNKNOWN: CurrentGame = { userId: null, game: undefined, leftId: null, removedId: null }
const NOT_SYNCED: SyncState = { request: null, callResults: 0, pastIds: new Set() }

/** The user's current game, updated by the channel and by the results of calls. */
export const useCurrentGame = create<CurrentGame>(() => UNKNOWN)

const syncState = createStore<SyncState>(() => NOT_SYNCED)

onSessionEnd(reset)

/** Follows a user's current game until the returned function is called. */
export function followCurrentGame(userId: UserId): () => void {
  if (useCurrentGame.getState().userId !== userId) reset()
  useCurrentGame.setState({ userId })
  const unfollow = followTopic<PlayerEvents>('gameplay', activeGameTopic(userId), {
    async sync(push) {
      const request: Request = () => push('get_active_game', { user_id: userId }) as Promise<{ game: Game | null }>
      syncState.setState({ request })
      await readCurrentGame(request)
      await syncWatchedGame(push, Boolean(useCurrentGame.getState().game))
    },
    events: {
      game_update: takeUpdate,
      watch_update: (update) => takeWatchUpdate(update, readAgain),
    },
  })
  return () => {
    syncState.setState({ request: null })
    unfollow()
  }
}

/** Asks for the current game again. Does nothing while the channel is down: joining it asks anyway. */
export function refreshCurrentGame(): void {
  void readAgain().catch(() => undefined)
}

async function readAgain(): Promise<void> {
  const { request } = syncState.getState()
  if (request) await readCurrentGame(request)
}

/** Applies the game that a call returned, even if it is one that the user left or lost before. */
export function takeCallResult(game: Game): Game {
  countCallResult()
  forgetPast(game.id)
  useCurrentGame.setState({ leftId: null })
  takeGame(game)
  return game
}

/** What to do once the call that leaves a game, or gives up a seat, has succeeded or failed. */
interface Leaving {
  done: () => void
  failed: () => void
}

/** Awaits the call, then reports its outcome to `leaving`. */
export async function settleLeaving<Result>(leaving: Leaving, call: Promise<Result>): Promise<Result> {
  try {
    const result = await call
    leaving.done()
    return result
  } catch (error) {
    leaving.failed()
    throw error
  }
}

/** Marks the current game as being left: `done` forgets it, `failed` removes the mark. */
export function beginLeaving(): Leaving {
  const id = useCurrentGame.getState().game?.id ?? null
  useCurrentGame.setState({ leftId: id })
  return {
    done() {
      countCallResult()
      if (useCurrentGame.getState().game?.id === id) setGame(null)
    },
    failed: () => useCurrentGame.setState({ leftId: null }),
  }
}

function takeUpdate({ game, reason }: GameUpdate): void {
  if (reason === 'player_removed' && !game) noteRemoval()
  // The message may be late if it has no game, or one that the user has left for another. So the server is asked.
  if (!game || syncState.getState().pastIds.has(game.id)) refreshCurrentGame()
  else takeGame(game)
}

/** Changes only what the notice says. The server is asked next, and its answer decides which game is shown. */
function noteRemoval(): void {
  useCurrentGame.setState(({ game }) => ({ removedId: game?.id ?? null }))
}

function takeGame(game: Game): void {
  addServerTime(game.server_time)
  if (!isNewer(game, useCurrentGame.getState().game)) return
  setGame(game.status === 'archived' ? null : game)
  if (game.status === 'archived') refreshCurrentGame()
}

/** The same game is newer if its version is higher; another game always is, unless it is archived. */
function isNewer(next: Game, current: Game | null | undefined): boolean {
  if (current?.id === next.id) return next.version > current.version
  return next.status !== 'archived'
}

async function readCurrentGame(request: Request): Promise<void> {
  const { callResults } = syncState.getState()
  const startedAtMs = pageNowMs()
  const { game } = await request()
  if (request !== syncState.getState().request) return
  if (game) addRoundTrip(startedAtMs, game.server_time)
  if (callResults !== syncState.getState().callResults) return readCurrentGame(request)
  if (game) {
    forgetPast(game.id)
    takeGame(game)
  } else setGame(null)
}

function setGame(game: Game | null): void {
  const before = useCurrentGame.getState().game
  if (before && before.id !== game?.id) {
    syncState.setState(({ pastIds }) => ({ pastIds: new Set(pastIds).add(before.id) }))
  }
  useCurrentGame.setState(game ? { game, removedId: null } : { game })
  rememberGame(game)
}

function countCallResult(): void {
  syncState.setState(({ callResults }) => ({ callResults: callResults + 1 }))
}

function forgetPast(id: string): void {
  syncState.setState(({ pastIds }) => ({ pastIds: new Set([...pastIds].filter((past) => past !== id)) }))
}

function reset(): void {
  syncState.setState(({ callResults }) => ({ ...NOT_SYNCED, callResults }), true)
  useCurrentGame.setState(UNKNOWN, true)
}

/** The current game as it was last seen on this device. */
export interface RememberedGame {
  readonly id: string
  readonly status: GameStatus
}

type StoredGame = { readonly [K in keyof RememberedGame]: RememberedGame[K] | undefined }

const NO_GAME: StoredGame = { id: undefined, status: undefined }
const STATUSES: readonly unknown[] = ['pending', 'starting', 'running', 'finished', 'archived'] satisfies GameStatus[]

/** Stored key `privateGameStateStore`. After a reload, the comparison with it shows what has changed. */
export const useRememberedGame = createPersistedStore<StoredGame>(
  'privateGameStateStore',
  NO_GAME,
  (value) => 'id' in value && typeof value.id === 'string' && 'status' in value && STATUSES.includes(value.status),
)

/** The remembered game; null for none. */
export function rememberedGame(): RememberedGame | null {
  const { id, status } = useRememberedGame.getState()
  return id !== undefined && status !== undefined ? { id, status } : null
}

/** Remembers a game, or that there is none. */
export function rememberGame(game: Game | null): void {
  const before = useRememberedGame.getState()
  if (before.id === game?.id && before.status === game?.status) return
  useRememberedGame.setState(game ? { id: game.id, status: game.status } : NO_GAME, true)
}
