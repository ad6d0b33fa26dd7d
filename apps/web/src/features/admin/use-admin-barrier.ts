import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../platform/http.ts'
import { ADMIN_KEY } from './use-admin-action.ts'

const BARRIERS = ['sign_in_again', 'second_factor_required', 'second_factor_missing'] as const
/** Why the server refuses an admin access to the admin area: the code of its refusal. */
export type Barrier = (typeof BARRIERS)[number]

/** Notices when a query or an action is refused because of the session. `lift` fetches the screens' data again. */
export function useAdminBarrier(): { barrier: Barrier | null; lift: () => void } {
  const client = useQueryClient()
  const [barrier, setBarrier] = useState<Barrier | null>(null)
  useEffect(() => {
    const note = (error: unknown) => {
      const found = BARRIERS.find((code) => error instanceof ApiError && error.code === code)
      if (found) setBarrier(found)
    }
    const unwatchQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') note(event.action.error)
    })
    const unwatchActions = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') note(event.action.error)
    })
    return () => {
      unwatchQueries()
      unwatchActions()
    }
  }, [client])
  const lift = useCallback(() => {
    void client.resetQueries({ queryKey: [ADMIN_KEY] })
    setBarrier(null)
  }, [client])
  return { barrier, lift }
}
