import { LOW_SECONDS } from '@quizmaster/contract/limits'
import { useEffect } from 'react'
import { native } from '../../platform/native.ts'

/** A phone vibrates once when the timer turns red, while `isWanted`. */
export function useLowTimeBuzz(leftMs: number, isWanted: boolean): void {
  const isLow = isWanted && Math.ceil(leftMs / 1000) === LOW_SECONDS
  useEffect(() => {
    if (isLow) native().buzz('warning')
  }, [isLow])
}
