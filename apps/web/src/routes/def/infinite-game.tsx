import { openModal } from '../../features/modals/modal-store.ts'
import { PracticeJourney } from '../../features/practice/practice-journey.tsx'
import { forgottenJourney } from '../../features/practice/stored-journey.ts'

/** The quiz for a visitor: all topics, nothing stored, no settings (contract 8). */
export function InfiniteGame() {
  return (
    <PracticeJourney
      topics={null}
      keeper={forgottenJourney}
      settingsPath={null}
      onReport={(questionId) => openModal('reportComplaint', { questionId })}
    />
  )
}
