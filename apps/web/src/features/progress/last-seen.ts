import { createPersistedStore } from '../../platform/persisted-store.ts'

/** What the home screen shows about a player when there is no network. */
interface LastSeen {
  /** Null before the first visit. */
  readonly seen: { readonly name: string; readonly level: number; readonly rank: string; readonly atMs: number } | null
}

/** The player as last seen, for a start without a network. Stored key `lastSeenStore`, until the session ends. */
const useStore = createPersistedStore<LastSeen>('lastSeenStore', { seen: null }, isLastSeen)

/** The player as last seen; null before the first visit. */
export function useLastSeen(): LastSeen['seen'] {
  return useStore(({ seen }) => seen)
}

/** Stores what the home screen has just shown. `rank` is empty before the first rank. */
export function keepLastSeen(seen: NonNullable<LastSeen['seen']>): void {
  useStore.setState({ seen })
}

function isLastSeen(value: object): boolean {
  if (!('seen' in value) || typeof value.seen !== 'object') return false
  if (value.seen === null) return true
  const { name, level, rank, atMs } = value.seen as Partial<NonNullable<LastSeen['seen']>>
  return typeof name === 'string' && typeof level === 'number' && typeof rank === 'string' && typeof atMs === 'number'
}
