import { useEffect, useState } from 'react'

/** How often a running time is updated. */
const TICK_MS = 100

/** The ms until a time of `performance.now()`, at least 0, updated every 100 ms; 0 without a time. */
export function useTimeUntil(atPageMs: number | null): number {
  const [leftMs, setLeftMs] = useState(() => timeUntil(atPageMs))
  useEffect(() => {
    const tick = () => setLeftMs(timeUntil(atPageMs))
    tick()
    if (atPageMs === null) return undefined
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [atPageMs])
  return leftMs
}

function timeUntil(atPageMs: number | null): number {
  return atPageMs === null ? 0 : Math.max(0, atPageMs - performance.now())
}
