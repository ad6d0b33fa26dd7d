import { Navigate } from 'react-router'
import { openModal } from '../../../features/modals/modal-store.ts'
import { PracticeJourney } from '../../../features/practice/practice-journey.tsx'
import { usePracticeState } from '../../../features/practice/practice-stores.ts'
import { storedJourney } from '../../../features/practice/stored-journey.ts'

const SETTINGS_PATH = '/app/practice/settings'

/** The running journey; without set topics the way leads to the settings (spec 2). */
export function PracticePlay() {
  const topics = usePracticeState((state) => state.topics)
  if (topics === undefined) return <Navigate to={SETTINGS_PATH} replace />
  return (
    <PracticeJourney
      topics={topics}
      keeper={storedJourney}
      settingsPath={SETTINGS_PATH}
      onReport={(questionId) => openModal('reportComplaint', { questionId })}
    />
  )
}
