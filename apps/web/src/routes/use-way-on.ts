import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

/**
 * The way on from a screen after an answer of the server. Whoever has gone elsewhere while it was awaited is not pulled
 * away from there.
 */
export function useWayOn(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(
    (to, options) => {
      if (isHere.current) void navigate(to, options)
    },
    [navigate],
  )
}
