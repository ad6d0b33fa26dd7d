import type { AdItem } from '@quizmaster/contract/http/ads'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFeatureFlag } from '../../platform/feature-flag.ts'
import { isTimedQuestionOpen } from '../questions/question-gate.ts'
import { isPanelOpen } from '../../ui/sheet/open-panels.ts'
import { countQuestions, questionsTillNextAd, restartCounter } from './ad-counter.ts'
import { AdScreen } from './ad-screen.tsx'
import { fetchAd, noteShown, type WaitingAd } from './waiting-ad.ts'

type Props = {
  /** How often the player has gone on to a next question since the last `onCounted`. */
  uncounted: number
  /** So many are counted now. Kept by the screen, for the ads may go and come while it stays. */
  onCounted: (count: number) => void
}

/**
 * Ads between the questions of a Starter (product 4): counts the questions that went by and at 0 shows one ad. Nothing
 * that goes wrong with an ad ever holds up the game.
 */
export function FullscreenAds({ uncounted, onCounted }: Props) {
  // While nobody knows there are none.
  const isEnabled = useFeatureFlag('fullscreen_ads_enabled') === true
  const waiting = useRef<WaitingAd | null>(null)
  const [shown, setShown] = useState<AdItem | null>(null)

  // One question ahead, so that there is nothing to wait for when its time has come.
  useEffect(() => {
    if (isEnabled && questionsTillNextAd() <= 1) prepare(waiting)
  })

  // Before the next question is painted, so that it does not flash up and go.
  useLayoutEffect(() => {
    if (!isEnabled || uncounted === 0) return
    onCounted(uncounted)
    if (countQuestions(uncounted) > 0 || isTimedQuestionOpen() || isPanelOpen()) return
    if (waiting.current?.state === 'failed') {
      waiting.current = null
      restartCounter()
    } else if (waiting.current?.state === 'ready') {
      noteShown(waiting.current.ad)
      setShown(waiting.current.ad)
    }
  }, [isEnabled, uncounted, onCounted])

  function close() {
    waiting.current = null
    restartCounter()
    setShown(null)
  }

  return shown && isEnabled ? <AdScreen ad={shown} onClose={close} /> : null
}

function prepare(waiting: { current: WaitingAd | null }): void {
  if (waiting.current !== null) return
  waiting.current = { state: 'loading' }
  void fetchAd((ad) => {
    waiting.current = ad
  })
}
