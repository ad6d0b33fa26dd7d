import type { userApi } from '@quizmaster/contract/http/user'
import { useQuery } from '@tanstack/react-query'
import { post } from '../../platform/http.ts'

const FLAG = 'private_fun_mode_controls_enabled'

/** Whether games with friends are switched on; `undefined` while it is asked, off where nobody can tell. */
export function useGamesEnabled(): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['feature_flag', FLAG],
    queryFn: ({ signal }) =>
      post<typeof userApi.isFeatureFlagEnabled>('user', '/is_feature_flag_enabled', { name: FLAG }, { signal }),
  })
  return data?.is_enabled ?? (isError ? false : undefined)
}
