import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call } from './http.ts'

/** Whether a feature is switched on; `undefined` while it is asked, off where nobody can tell. */
export function useFeatureFlag(name: string): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['feature_flag', name],
    queryFn: ({ signal }) => call(userApi.isFeatureFlagEnabled, { name }, { signal }),
  })
  return data?.is_enabled ?? (isError ? false : undefined)
}
