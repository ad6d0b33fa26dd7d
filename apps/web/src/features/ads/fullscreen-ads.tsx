import type { AdItem } from '@quizmaster/contract/http/ads'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFeatureFlag } from '../../platform/use-feature-flag.ts'
import { isTimedQuestionOpen } from '../questions/question-gate.ts'
import { isPanelOpen } from '../../ui/sheet/open-panels.ts'
import {
  countQuestions,
  prepareNextAd,
  rememberShown,
  questionsTillNextAd,
  restartCounter,
  type NextAd,
} from './next-ad.ts'
import { AdScreen } from './ad-screen.tsx'

type Props = {
  /** How many questions the player has moved past since the last `onCounted`. */
  uncounted: number
  /**
   * Called with the number that was counted. The screen keeps the count, because the ads may unmount before it does.
   */
  onCounted: (count: number) => void
}

/**
 * Ads between a Starter's questions: counts down the questions and shows one ad at 0. A problem with an ad never delays
 * the quiz.
 */
export function FullscreenAds({ uncounted, onCounted }: Props) {
  // No ads until the flag is known.
  const isEnabled = useFeatureFlag('fullscreen_ads_enabled') === true
  const next = useRef<NextAd | null>(null)
  const [shown, setShown] = useState<AdItem | null>(null)

  // One question ahead, so that the ad can be shown without a wait.
  useEffect(() => {
    if (isEnabled && questionsTillNextAd() <= 1) void prepare(next)
  })

  // Before the next question is painted, so that it does not flash up before the ad.
  useLayoutEffect(() => {
    if (!isEnabled || uncounted === 0) return
    onCounted(uncounted)
    if (countQuestions(uncounted) > 0 || isTimedQuestionOpen() || isPanelOpen()) return
    if (next.current?.state === 'failed') {
      next.current = null
      restartCounter()
    } else if (next.current?.state === 'ready') {
      rememberShown(next.current.ad)
      setShown(next.current.ad)
    }
  }, [isEnabled, uncounted, onCounted])

  function close() {
    next.current = null
    restartCounter()
    setShown(null)
  }

  return shown && isEnabled ? <AdScreen ad={shown} onClose={close} /> : null
}

async function prepare(next: { current: NextAd | null }): Promise<void> {
  if (next.current !== null) return
  next.current = { state: 'loading' }
  next.current = await prepareNextAd()
}
