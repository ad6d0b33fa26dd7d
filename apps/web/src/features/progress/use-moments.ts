import { useEffect, useState } from 'react'

/** How many of these moments, in ms since the first drawing and in their order, have passed. */
export function usePassedMoments(...momentsMs: readonly number[]): number {
  const [passed, setPassed] = useState(0)
  const key = momentsMs.join()
  useEffect(() => {
    const timers = key.split(',').map((ms, index) => setTimeout(() => setPassed(index + 1), Number(ms)))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [key])
  return passed
}
