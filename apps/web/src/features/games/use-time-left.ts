import { useEffect, useState } from 'react'
import { serverNowMs } from './server-clock.ts'

/** How often a running time is drawn (spec 9). */
const TICK_MS = 100

/** The milliseconds until an instant of the server's clock, never below 0, drawn anew each 100 ms. */
export function useTimeLeft(endsAtMs: number): number {
  const [leftMs, setLeftMs] = useState(() => timeLeftMs(endsAtMs))
  useEffect(() => {
    const tick = () => setLeftMs(timeLeftMs(endsAtMs))
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAtMs])
  return leftMs
}

/** The milliseconds until an instant of the server's clock, never below 0. */
export function timeLeftMs(endsAtMs: number): number {
  return Math.max(0, endsAtMs - serverNowMs())
}
