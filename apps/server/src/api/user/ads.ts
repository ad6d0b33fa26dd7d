import { adsEndpoints } from '@quizmaster/contract/http/ads'
import type { AdList } from '../../features/site/ads.ts'
import type { Route } from '../route.ts'

/** The ads, for whoever is shown some. */
export function adRoutes(route: Route, { ads }: { ads: AdList }): void {
  route(adsEndpoints.listAds, async () => ({ data: await ads.list() }))
}
