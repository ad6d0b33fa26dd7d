import type { AdItem } from '@quizmaster/contract/http/ads'
import type { UserId } from '@quizmaster/contract/ids'
import { type AdList, replaceAds } from '../site/ads.ts'
import { type FeatureFlags, storeFlag } from '../site/feature-flags.ts'
import { type AuditDeps, runAudited } from './audited-action.ts'

/** Switches a known feature on or off, everywhere within 3 s and here at once. @throws not_found */
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

/** Puts these ads in circulation in the place of all others, everywhere within 3 s and here at once. */
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
