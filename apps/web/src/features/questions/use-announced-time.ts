import { ANNOUNCED_SECONDS } from '@quizmaster/contract/limits'
import { useEffect } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { QUESTION_STRINGS } from './strings.ts'

/** Announces when 10, 5 and 3 seconds are left, while `isWanted`. */
export function useAnnouncedTime(leftMs: number, isWanted: boolean): void {
  const seconds = Math.ceil(leftMs / 1000)
  useEffect(() => {
    if (isWanted && ANNOUNCED_SECONDS.includes(seconds)) announce(QUESTION_STRINGS.secondsLeft(seconds))
  }, [seconds, isWanted])
}
