import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call } from './http.ts'

/** Whether a feature is enabled; `undefined` while loading, false if the call fails. */
export function useFeatureFlag(name: string): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['feature_flag', name],
    queryFn: ({ signal }) => call(userApi.isFeatureFlagEnabled, { name }, { signal }),
  })
  return data?.is_enabled ?? (isError ? false : undefined)
}
