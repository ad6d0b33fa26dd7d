import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { openModal } from '../../../features/modals/modal-store.ts'
import { PracticeJourney } from '../../../features/practice/practice-journey.tsx'
import { usePracticeState } from '../../../features/practice/practice-stores.ts'
import { storedJourney } from '../../../features/practice/stored-journey.ts'

const SETTINGS_PATH = '/app/practice/settings'

/** After the questions, and without them where the chunk can't be had: no game waits for an ad. */
const FullscreenAds = lazy(async () => {
  const module = await import('../../../features/ads/fullscreen-ads.tsx').catch(() => null)
  return { default: module?.FullscreenAds ?? (() => null) }
})

/** The running journey; without set topics the way leads to the settings (product 2). */
export function PracticePlay() {
  const topics = usePracticeState((state) => state.topics)
  const { user } = useCurrentUser()
  const [uncounted, setUncounted] = useState(0)
  if (topics === undefined) return <Navigate to={SETTINGS_PATH} replace />
  return (
    <>
      <PracticeJourney
        topics={topics}
        keeper={storedJourney}
        settingsPath={SETTINGS_PATH}
        onReport={(questionId) => openModal('reportComplaint', { questionId })}
        onNextQuestion={() => !user?.is_premium && setUncounted((count) => count + 1)}
      />
      {user?.is_premium === false && (
        <Suspense fallback={null}>
          <FullscreenAds uncounted={uncounted} onCounted={(count) => setUncounted((all) => all - count)} />
        </Suspense>
      )}
    </>
  )
}
