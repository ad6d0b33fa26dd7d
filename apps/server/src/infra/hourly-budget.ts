import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Db } from './db/transaction.ts'
import { HOUR_MS } from './clock.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What has an hourly budget, shared by all processes: mails sent, and failed attempts to enter a code. */
export type BudgetName = 'mails' | 'failed_sign_ins'

/** Counts one event. It never refuses anything: exceeding the budget only alerts the operator. */
export type SpendBudget = (name: BudgetName) => Promise<void>

interface BudgetDeps {
  db: Db
  limiter: RateLimiter
  log: Logger
  metrics: Metrics
}

/**
 * Counts events against a budget per hour. An event over the budget counts in `quizmaster_budget_exceeded_total`, and
 * the first one of an hour is logged as `budget_exceeded`.
 */
export function createHourlyBudgets(
  { db, limiter, log, metrics }: BudgetDeps,
  perHour: Readonly<Record<BudgetName, number>>,
): SpendBudget {
  for (const name of Object.keys(perHour)) metrics.budgetExceeded.inc({ budget: name }, 0)
  return async (name) => {
    const budget = { key: `budget:${name}`, max: perHour[name], windowMs: HOUR_MS }
    const alarm = { key: `budget-alarm:${name}`, max: 1, windowMs: HOUR_MS }
    metrics.budgetSpent.inc({ budget: name })
    const isExceeded = await limiter.isReached(db, budget)
    await limiter.hit(db, budget.key)
    if (!isExceeded) return
    metrics.budgetExceeded.inc({ budget: name })
    if (await limiter.isReached(db, alarm)) return
    await limiter.hit(db, alarm.key)
    log.warn({ msg: 'budget_exceeded', budget: name, perHour: perHour[name] })
  }
}
