import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { PaymentAlarmTable, Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import type { Metrics } from '../../infra/metrics.ts'

/** Something about money that a person has to look at at the provider. */
export interface PaymentAlarm {
  kind: PaymentAlarmTable['kind']
  /** The provider's id of what it is about. */
  reference: string
  reason: string
}

export interface AlarmDeps {
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'paymentAlarms' | 'paymentWebhooks'>
}

/** Keeps the alarms not raised before, and gives them: each is told once. */
export async function newAlarms(
  db: Kysely<Tables>,
  userId: string,
  alarms: readonly PaymentAlarm[],
  now: number,
): Promise<PaymentAlarm[]> {
  const fresh: PaymentAlarm[] = []
  for (const alarm of alarms) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('payment_alarm')
      .values({ kind: alarm.kind, reference: alarm.reference, user_id: userId, created_at: now })
      .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) fresh.push(alarm)
  }
  return fresh
}

/** Tells of an alarm, once it is committed. */
export function raiseAlarm(deps: AlarmDeps, userId: string, { kind, reference, reason }: PaymentAlarm): void {
  deps.metrics.paymentAlarms.inc({ kind })
  deps.log.error({ msg: kind, userId, reference, reason })
}
