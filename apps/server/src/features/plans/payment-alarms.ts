import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { PaymentAlarmTable } from '../../infra/db/tables/plans.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import type { Metrics } from '../../infra/metrics.ts'

/** A payment problem that an operator has to resolve at the provider. */
export interface PaymentAlarm {
  kind: PaymentAlarmTable['kind']
  /** The provider's id of the payment or subscription concerned. */
  reference: string
  reason: string
}

export interface AlarmDeps {
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'paymentAlarms' | 'paymentWebhooks'>
}

/** Stores the alarms and returns those not stored before, so that each is raised once. */
export async function insertNewAlarms(
  db: Kysely<Tables>,
  userId: string,
  alarms: readonly PaymentAlarm[],
  now: number,
): Promise<PaymentAlarm[]> {
  const inserted: PaymentAlarm[] = []
  for (const alarm of alarms) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('payment_alarm')
      .values({ kind: alarm.kind, reference: alarm.reference, user_id: userId, created_at: now })
      .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) inserted.push(alarm)
  }
  return inserted
}

/** Logs and counts an alarm. Call it after the commit. */
export function raiseAlarm(deps: AlarmDeps, userId: string, { kind, reference, reason }: PaymentAlarm): void {
  deps.metrics.paymentAlarms.inc({ kind })
  deps.log.error({ msg: kind, userId, reference, reason })
}
