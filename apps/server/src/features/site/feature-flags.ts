import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** State of the flags at the first start (contract 8). */
const DEFAULTS: Readonly<Record<string, boolean>> = {
  private_fun_mode_controls_enabled: true,
  fullscreen_ads_enabled: true,
}
const CACHE_MS = 3_000

export interface FeatureFlags {
  /** False for an unknown name. A stored change is seen within 3 s. */
  isEnabled(name: string): Promise<boolean>
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

export function createFeatureFlags({ db, clock, overrides }: FeatureFlagDeps): FeatureFlags {
  let cached: { flags: Promise<Map<string, boolean>>; until: number } | null = null

  async function load(): Promise<Map<string, boolean>> {
    const rows = await db.selectFrom('feature_flag').select(['name', 'is_enabled']).execute()
    return new Map(rows.map((row) => [row.name, row.is_enabled]))
  }

  async function current(): Promise<Map<string, boolean>> {
    if (!cached || clock.now() >= cached.until) cached = { flags: load(), until: clock.now() + CACHE_MS }
    const mine = cached
    try {
      return await mine.flags
    } catch (error) {
      if (cached === mine) cached = null
      throw error
    }
  }

  return {
    async isEnabled(name) {
      return overrides.get(name) ?? (await current()).get(name) ?? false
    },
  }
}
