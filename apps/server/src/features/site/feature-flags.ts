import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { createCached } from '../../infra/cached.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditDeps, runAudited } from '../admin/audit.ts'

/** The flags and their state at the first start. */
const DEFAULTS: Readonly<Record<string, boolean>> = {
  private_fun_mode_controls_enabled: true,
  fullscreen_ads_enabled: true,
}
const CACHE_MS = 3_000

export interface FeatureFlags {
  /** False for an unknown name. A stored change is seen within 3 s. */
  isEnabled(name: string): Promise<boolean>
  /** All known flags by name. A flag that FLAGS overrides has the overriding value, not the stored one. */
  list(): Promise<{ name: string; is_enabled: boolean; is_overridden: boolean }[]>
  /** Makes the next read load again. Call it once a change by this process is committed. */
  forget(): void
}

interface FeatureFlagDeps {
  db: Kysely<Tables>
  clock: Clock
  /** The setting FLAGS of this process, which takes precedence over stored values. */
  overrides: ReadonlyMap<string, boolean>
}

/** Stores the flags that the database doesn't have yet. */
export async function seedFeatureFlags({ db, clock }: Pick<FeatureFlagDeps, 'db' | 'clock'>): Promise<void> {
  const rows = Object.entries(DEFAULTS).map(([name, is_enabled]) => ({ name, is_enabled, updated_at: clock.now() }))
  await db
    .insertInto('feature_flag')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Caches the stored flags for 3 s; `overrides` take precedence. */
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

/** Switches a known feature on or off. Other processes see it within 3 s, this one at once. @throws not_found */
export async function changeFlag(
  deps: AuditDeps & { flags: FeatureFlags },
  adminId: UserId,
  { name, is_enabled }: { name: string; is_enabled: boolean },
): Promise<void> {
  await runAudited(deps, adminId, async (trx, atMs) => {
    const before = await storeFlag(trx, { name, isEnabled: is_enabled, atMs })
    return { result: null, action: 'flag_set', subject: name, details: { before, after: is_enabled } }
  })
  deps.flags.forget()
}

/** Returns the previous value. @throws not_found for an unknown name */
async function storeFlag(
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
