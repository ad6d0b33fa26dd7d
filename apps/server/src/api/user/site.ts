import { userEndpoints } from '@quizmaster/contract/http/user'
import type { FeatureFlags } from '../../features/site/feature-flags.ts'
import type { Route } from '../route.ts'

/** What the site as a whole says. */
export function siteRoutes(route: Route, { flags }: { flags: FeatureFlags }): void {
  route(userEndpoints.isFeatureFlagEnabled, async ({ body }) => ({ is_enabled: await flags.isEnabled(body.name) }))
}
