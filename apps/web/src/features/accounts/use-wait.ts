import { useEffect, useState } from 'react'

/** Whether a wait is over; `restart` begins a new one. */
export function useWait(firstMs: number): { isOver: boolean; restart: (ms: number) => void } {
  const [wait, setWait] = useState({ ms: firstMs, round: 0 })
  const [roundOver, setRoundOver] = useState(-1)
  useEffect(() => {
    const timer = setTimeout(() => setRoundOver(wait.round), wait.ms)
    return () => clearTimeout(timer)
  }, [wait])
  return {
    isOver: roundOver === wait.round,
    restart: (ms) => setWait((last) => ({ ms, round: last.round + 1 })),
  }
}
