import type { UserId } from '@quizmaster/contract/ids'
import { Refusal } from '../refusal.ts'

/** As many as a browser makes to one host at a time over HTTP/1.1. */
const MAX_RUNNING = 6
const MAX_WAITING = 50
const RETRY_AFTER_MS = 1_000

/** Limits how many calls of one account this process runs at a time, so that no account can monopolise it. */
export interface CallsInFlight {
  /**
   * Runs `work` at once, or once enough earlier calls of the account have ended. @throws rate_limited if 50 are waiting
   */
  run<Result>(userId: UserId, work: () => Promise<Result>): Promise<Result>
}

interface Account {
  runningCount: number
  /** Each starts a waiting call, in order of arrival. */
  readonly waiting: (() => void)[]
}

export function createCallsInFlight(): CallsInFlight {
  const accounts = new Map<UserId, Account>()

  async function enter(userId: UserId): Promise<Account> {
    const account = accounts.get(userId) ?? { runningCount: 0, waiting: [] }
    accounts.set(userId, account)
    if (account.runningCount < MAX_RUNNING) account.runningCount += 1
    else if (account.waiting.length >= MAX_WAITING) throw new Refusal('rate_limited', { retryAfterMs: RETRY_AFTER_MS })
    else await new Promise<void>((resolve) => void account.waiting.push(resolve))
    return account
  }

  /** Hands the place to the next waiting call. */
  function leave(userId: UserId, account: Account): void {
    const next = account.waiting.shift()
    if (next) return next()
    account.runningCount -= 1
    if (account.runningCount === 0) accounts.delete(userId)
  }

  return {
    async run(userId, work) {
      const account = await enter(userId)
      try {
        return await work()
      } finally {
        leave(userId, account)
      }
    },
  }
}
