import { useQuestionPhase } from '../questions/question-gate.ts'
import { AnswersSkeleton } from '../questions/answers.tsx'
import { QuestionLayout } from '../questions/question-layout.tsx'
import { DockTrail } from './play-dock.tsx'
import dockStyles from './play-dock.module.css'
import { QuestionCardSkeleton } from '../questions/question-card.tsx'

/** The play screen before its first question, each part where it will be. */
export function PlaySkeleton() {
  // A question is about to stand here.
  useQuestionPhase('open')
  return (
    <QuestionLayout isLoading>
      <QuestionCardSkeleton />
      <AnswersSkeleton />
      <div className={dockStyles.dock}>
        <span />
        <DockTrail />
      </div>
    </QuestionLayout>
  )
}
