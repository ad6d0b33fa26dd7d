import type { AdItem } from '@quizmaster/contract/http/ads'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { createCached } from '../../infra/cached.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock } from '../../infra/db/transaction.ts'
import { type AuditDeps, runAudited } from '../admin/audit.ts'

const CACHE_MS = 3_000

export interface AdList {
  /** The ads in circulation, in the admins' order. A stored change is seen within 3 s. */
  list(): Promise<AdItem[]>
  /** Makes the next `list` load again. Call it once a change by this process is committed. */
  forget(): void
}

/** Caches the stored ads for 3 s. */
export function createAdList({ db, clock }: { db: Kysely<Tables>; clock: Clock }): AdList {
  const stored = createCached(clock, CACHE_MS, () => selectAds(db))
  return { list: () => stored.get(), forget: () => stored.forget() }
}

/** Replaces all ads. Other processes see the change within 3 s, this one at once. */
export async function changeAds(
  deps: AuditDeps & { ads: AdList },
  adminId: UserId,
  ads: readonly AdItem[],
): Promise<void> {
  await runAudited(deps, adminId, async (trx) => {
    const before = await replaceAds(trx, ads)
    return { result: null, action: 'ads_set', subject: 'ads', details: { before, after: ads } }
  })
  deps.ads.forget()
}

/** Returns the previous ads. */
async function replaceAds(trx: Transaction<Tables>, ads: readonly AdItem[]): Promise<AdItem[]> {
  // If two admins save at once, the result is one list or the other, never a mixture.
  await holdLock(trx, 'ads')
  const before = await selectAds(trx)
  await trx.deleteFrom('ad').execute()
  const rows = ads.map(({ image, link, title, subtitle, texts }, index) => ({
    position: index + 1,
    image,
    link,
    title,
    subtitle,
    texts: JSON.stringify(texts),
  }))
  if (rows.length > 0) await trx.insertInto('ad').values(rows).execute()
  return before
}

function selectAds(db: Kysely<Tables>): Promise<AdItem[]> {
  return db.selectFrom('ad').select(['image', 'link', 'title', 'subtitle', 'texts']).orderBy('position').execute()
}
