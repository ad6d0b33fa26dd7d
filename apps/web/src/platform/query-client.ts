import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './http.ts'

const MAX_RETRIES = 3
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/**
 * Whether a failed query is asked again (product 8: 3 times). Only what may pass by itself is: no answer, a server that
 * fails or limits. A refusal (another 4xx) would be the same each time, and the person would wait 7 s to read it.
 */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false
  return !(error instanceof ApiError) || error.status < 400 || error.status === 429 || error.status >= 500
}

/** 1 s, doubled, at most 30 s (product 8); a server that says how long to wait is heard, within that limit. */
export function retryDelayMs(failureIndex: number, error: Error): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return Math.min(Math.max(FIRST_RETRY_MS * 2 ** failureIndex, askedMs), LONGEST_RETRY_MS)
}

/** The query cache with the rules of product 8 and 9. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // Offline is no reason to wait in silence: let the call fail, so that the screen says so.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The one cache of the app. */
export const queryClient = createQueryClient()
