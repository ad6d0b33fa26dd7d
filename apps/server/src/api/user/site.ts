import { adsEndpoints } from '@quizmaster/contract/http/ads'
import { userEndpoints } from '@quizmaster/contract/http/user'
import type { AdList } from '../../features/site/ads.ts'
import type { FeatureFlags } from '../../features/site/feature-flags.ts'
import type { Route } from '../route.ts'

/** Feature flags and ads. */
export function siteRoutes(route: Route, { flags, ads }: { flags: FeatureFlags; ads: AdList }): void {
  route(userEndpoints.isFeatureFlagEnabled, async ({ body }) => ({ is_enabled: await flags.isEnabled(body.name) }))
  route(adsEndpoints.listAds, async () => ({ data: await ads.list() }))
}
