import type { Kysely, Transaction } from 'kysely'
import { createCached } from '../../infra/cached.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'

/** State of the flags at the first start (contract 8). */
const DEFAULTS: Readonly<Record<string, boolean>> = {
  private_fun_mode_controls_enabled: true,
  fullscreen_ads_enabled: true,
}
const CACHE_MS = 3_000

export interface FeatureFlags {
  /** False for an unknown name. A stored change is seen within 3 s. */
  isEnabled(name: string): Promise<boolean>
  /** All that are known, by name; where FLAGS overrides one, as it is here and not as it is stored. */
  list(): Promise<{ name: string; is_enabled: boolean; is_overridden: boolean }[]>
  /** Call it once a change by this process is committed. */
  forget(): void
}

interface FeatureFlagDeps {
  db: Kysely<Tables>
  clock: Clock
  /** What this process was started with goes over what is stored (contract 1, FLAGS). */
  overrides: ReadonlyMap<string, boolean>
}

/** Stores the flags that are not there yet. */
export async function seedFeatureFlags({ db, clock }: Pick<FeatureFlagDeps, 'db' | 'clock'>): Promise<void> {
  const rows = Object.entries(DEFAULTS).map(([name, is_enabled]) => ({ name, is_enabled, updated_at: clock.now() }))
  await db
    .insertInto('feature_flag')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Reads the stored flags and remembers them for 3 s; `overrides` go over them. */
export function createFeatureFlags({ db, clock, overrides }: FeatureFlagDeps): FeatureFlags {
  const stored = createCached(clock, CACHE_MS, async () => {
    const rows = await db.selectFrom('feature_flag').select(['name', 'is_enabled']).orderBy('name').execute()
    return new Map(rows.map((row) => [row.name, row.is_enabled]))
  })
  return {
    async isEnabled(name) {
      return overrides.get(name) ?? (await stored.get()).get(name) ?? false
    },
    async list() {
      return [...(await stored.get())].map(([name, is_enabled]) => ({
        name,
        is_enabled: overrides.get(name) ?? is_enabled,
        is_overridden: overrides.has(name),
      }))
    },
    forget: () => stored.forget(),
  }
}

/** Stores whether a feature is on, and gives what was stored before. @throws not_found for an unknown name */
export async function storeFlag(
  trx: Transaction<Tables>,
  { name, isEnabled, atMs }: { name: string; isEnabled: boolean; atMs: number },
): Promise<boolean> {
  const before = await trx
    .selectFrom('feature_flag')
    .select('is_enabled')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found')
  await trx
    .updateTable('feature_flag')
    .set({ is_enabled: isEnabled, updated_at: atMs })
    .where('name', '=', name)
    .execute()
  return before.is_enabled
}
