import { useSettings } from '../../../features/accounts/settings.ts'
import { GameAnswers } from '../../../features/games/answers-review.tsx'

/** The user's own answers in a finished game. Which of them come back depends on a switch in Account. */
export function Answers() {
  return <GameAnswers isReviewOn={useSettings()?.review_missed ?? false} />
}
