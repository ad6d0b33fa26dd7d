import { useQuestionPhase } from '../../platform/question-gate.ts'
import { AnswersSkeleton } from '../../ui/answers.tsx'
import { QuestionStage } from '../../ui/question-stage.tsx'
import { DockTrail } from './play-dock.tsx'
import dockStyles from './play-dock.module.css'
import { QuestionCardSkeleton } from './question-card.tsx'

/** The play screen before its first question, each part where it will be. */
export function PlaySkeleton() {
  // A question is about to stand here.
  useQuestionPhase('open')
  return (
    <QuestionStage isLoading>
      <QuestionCardSkeleton />
      <AnswersSkeleton />
      <div className={dockStyles.dock}>
        <span />
        <DockTrail />
      </div>
    </QuestionStage>
  )
}
