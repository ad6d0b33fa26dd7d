import { QueryClient } from '@tanstack/react-query'
import { MINUTE_MS } from './durations.ts'
import { ApiError } from './http.ts'

const MAX_RETRIES = 3
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/**
 * Whether a failed query is retried: up to 3 times, and only if the failure may be temporary, such as no answer, a
 * server error or a rate limit. Any other 4xx would fail again, and the user would wait 7 s for the message.
 */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false
  return !(error instanceof ApiError) || error.status < 400 || error.status === 429 || error.status >= 500
}

/**
 * {@link shouldRetry} for screens that show that they need the network: without a network their queries fail at once,
 * and are fetched again when it is back.
 */
export function shouldRetryOnline(failureCount: number, error: Error): boolean {
  return navigator.onLine && shouldRetry(failureCount, error)
}

/** 1 s, doubled each time, at most 30 s; a longer Retry-After of the server is respected within that limit. */
export function retryDelayMs(failureIndex: number, error: Error): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return Math.min(Math.max(FIRST_RETRY_MS * 2 ** failureIndex, askedMs), LONGEST_RETRY_MS)
}

/** A query cache with the product's rules for retries and lifetimes (product 8 and 9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: 5 * MINUTE_MS,
        refetchOnWindowFocus: false,
        // A query must fail while offline, so that the screen can say so, instead of waiting for the network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The one cache of the app. */
export const queryClient = createQueryClient()
