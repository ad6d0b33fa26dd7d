import type { Game, GameStatus } from '@quizmaster/contract/http/games'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { onSessionEnd } from '../../platform/session.ts'
import { textStorage, type StoreKey } from '../../platform/storage.ts'

/** A game as it was seen last. */
export interface SeenGame {
  readonly id: string
  readonly status: GameStatus
}

interface LastSeen {
  readonly id: string | undefined
  readonly status: GameStatus | undefined
}

const NONE: LastSeen = { id: undefined, status: undefined }
const KEY: StoreKey = 'privateGameStateStore'

/** The last seen game: stored key `privateGameStateStore`, so that a reload knows what has changed meanwhile. */
export const useLastSeenGame = create<LastSeen>()(
  persist(() => NONE, {
    name: KEY,
    storage: createJSONStorage(() => textStorage),
    // Of whatever version: what it holds is looked at below.
    migrate: (value) => value as LastSeen,
    merge: (value, current) => (isLastSeen(value) ? { ...current, ...value } : current),
  }),
)

onSessionEnd(() => useLastSeenGame.setState(NONE, true))

/** The game as it was seen last, null for none. */
export function lastSeenGame(): SeenGame | null {
  const { id, status } = useLastSeenGame.getState()
  return id !== undefined && status !== undefined ? { id, status } : null
}

/** Keeps what has been seen now. */
export function noteSeen(game: Game | null): void {
  const before = useLastSeenGame.getState()
  if (before.id === game?.id && before.status === game?.status) return
  useLastSeenGame.setState(game ? { id: game.id, status: game.status } : NONE, true)
}

const STATUSES = ['pending', 'starting', 'running', 'finished', 'archived']

function isLastSeen(value: unknown): value is Partial<LastSeen> {
  if (typeof value !== 'object' || value === null) return false
  const { id, status } = value as Record<string, unknown>
  return typeof id === 'string' && STATUSES.some((known) => known === status)
}
