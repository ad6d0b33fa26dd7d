import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { PracticeJourney } from '../../../features/practice/practice-journey.tsx'
import { storedJourney, usePracticeState } from '../../../features/practice/practice-stores.ts'
import { isVerdictPending, onQuestionChange } from '../../../features/questions/question-gate.ts'
import { storage } from '../../../platform/storage.ts'

const SETTINGS_PATH = '/app/practice/settings'

/** Loaded after the questions. If the chunk fails to load, there are no ads, because practice never waits for them. */
const FullscreenAds = lazy(async () => {
  const module = await import('../../../features/ads/fullscreen-ads.tsx').catch(() => null)
  return { default: module?.FullscreenAds ?? (() => null) }
})

/** Practice, with ads for Starters. Redirects to the settings if no topics are chosen. */
export function PracticePlay() {
  const topics = usePracticeState((state) => state.topics)
  const { user } = useCurrentUser()
  const [uncounted, setUncounted] = useState(0)
  const needsAds = useNeedsAds()
  if (topics === undefined) return <Navigate to={SETTINGS_PATH} replace />
  return (
    <>
      <PracticeJourney
        topics={topics}
        storage={storedJourney}
        settingsPath={SETTINGS_PATH}
        onNextQuestion={() => !user?.is_premium && setUncounted((count) => count + 1)}
      />
      {user?.is_premium === false && needsAds && (
        <Suspense fallback={null}>
          <FullscreenAds uncounted={uncounted} onCounted={(count) => setUncounted((all) => all - count)} />
        </Suspense>
      )}
    </>
  )
}

/** Whether to load the ads: not before the first answer, unless an ad may follow the first question. */
function useNeedsAds(): boolean {
  const [isNeeded, setIsNeeded] = useState(() => (storage.get('questionsTillNextAd') ?? Infinity) <= 1)
  useEffect(() => onQuestionChange(() => isVerdictPending() && setIsNeeded(true)), [])
  return isNeeded
}
