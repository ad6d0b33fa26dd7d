import type { userApi } from '@quizmaster/contract/http/user'
import { useQuery } from '@tanstack/react-query'
import { post } from '../../platform/http.ts'

const FLAG = 'fullscreen_ads_enabled'

/** Whether ads are switched on, as far as anybody knows: while it is asked, or can't be, they are not. */
export function useAdsEnabled(): boolean {
  const { data } = useQuery({
    queryKey: ['feature_flag', FLAG],
    queryFn: ({ signal }) =>
      post<typeof userApi.isFeatureFlagEnabled>('user', '/is_feature_flag_enabled', { name: FLAG }, { signal }),
  })
  return data?.is_enabled === true
}
