import { AsyncResource } from 'node:async_hooks'
import DataLoader from 'dataloader'

/** Concurrent statements by default. More would compete for the database; with one, a lock wait would stop the rest. */
const MAX_CONCURRENT = 2
const MAX_BATCH = 200
/** Time between two statements: under load, waiting for more keys is cheaper than a statement and a commit per key. */
const PACE_MS = 3

/**
 * Batches single lookups or writes into statements for many keys. When idle, a key is sent at once; under load, keys
 * that arrive within 3 ms of a statement, or while `maxConcurrent` are running, go into the next one. Nothing is
 * cached, so a result is never older than its call. If a statement fails, all its callers are rejected.
 *
 * @param loadMany returns one result per key, in the same order
 */
export function batched<Key, Result>(
  loadMany: (keys: readonly Key[]) => Promise<readonly Result[]>,
  { maxConcurrent = MAX_CONCURRENT }: { maxConcurrent?: number } = {},
): (key: Key) => Promise<Result> {
  const waiting: (() => void)[] = []
  let runningCount = 0
  let isPaused = false

  function startNext(): void {
    if (isPaused || runningCount >= maxConcurrent) return
    const dispatch = waiting.shift()
    if (!dispatch) return
    isPaused = true
    setTimeout(() => {
      isPaused = false
      startNext()
    }, PACE_MS)
    dispatch()
  }

  async function run(keys: readonly Key[]): Promise<readonly Result[]> {
    runningCount += 1
    try {
      return await loadMany(keys)
    } finally {
      runningCount -= 1
      startNext()
    }
  }

  const loader = new DataLoader<Key, Result>((keys) => run(keys), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: (dispatch) => {
      // In the context of its first caller, so that a trace shows the statement under the call that asked for it.
      const context = new AsyncResource('batch')
      waiting.push(() => context.runInAsyncScope(dispatch))
      // Not at once: DataLoader adds the first key after this call.
      queueMicrotask(startNext)
    },
  })
  return (key) => loader.load(key)
}
