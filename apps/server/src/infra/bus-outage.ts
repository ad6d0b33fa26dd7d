import type { Kysely } from 'kysely'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Tables } from './db/tables.ts'

/** How long a note is heeded; renewed each second while there is need. */
const HEEDED_MS = 3_000
const RENEWED_AFTER_MS = 1_000

interface BusOutageDeps {
  db: Kysely<Tables>
  clock: Clock
  bus: Bus
}

/**
 * Whether messages between the processes may get lost now. A process that is cut off from the bus can't say so on it,
 * yet what it would say is missed by all the others: so it notes it in the database, where each of them looks.
 */
export async function isBusOutage({ db, clock, bus }: BusOutageDeps): Promise<boolean> {
  const nowMs = clock.now()
  if (!bus.isCarrying()) {
    await noteOutage(db, nowMs)
    return true
  }
  const noted = await db.selectFrom('bus_outage').select('noted_at').executeTakeFirst()
  return noted !== undefined && noted.noted_at > nowMs - HEEDED_MS
}

async function noteOutage(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db
    .insertInto('bus_outage')
    .values({ noted_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('is_only_row')
        .doUpdateSet({ noted_at: nowMs })
        .where('bus_outage.noted_at', '<=', nowMs - RENEWED_AFTER_MS),
    )
    .execute()
}
