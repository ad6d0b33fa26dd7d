import type { userApi } from '@quizmaster/contract/http/user'
import { useQuery } from '@tanstack/react-query'
import { post } from './http.ts'

/** Whether a feature is switched on; `undefined` while it is asked, off where nobody can tell. */
export function useFeatureFlag(name: string): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['feature_flag', name],
    queryFn: ({ signal }) =>
      post<typeof userApi.isFeatureFlagEnabled>('user', '/is_feature_flag_enabled', { name }, { signal }),
  })
  return data?.is_enabled ?? (isError ? false : undefined)
}
