import type { Question } from '@quizmaster/contract/http/gameplay'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { QuestionMain } from '../questions/question-layout.tsx'
import { StateScreen } from '../../ui/feedback/state-screen.tsx'
import type { JourneyTopics } from './journey.ts'
import { PlaySkeleton } from './play-skeleton.tsx'
import { PlayStage } from './play-stage.tsx'
import type { JourneyKeeper } from './stored-journey.ts'
import { PRACTICE_STRINGS } from './strings.ts'
import { useJourney } from './use-journey.ts'

type Props = {
  topics: JourneyTopics
  keeper: JourneyKeeper
  /** Where the topics are chosen; null for a visitor, who has no settings. */
  settingsPath: string | null
  onReport: (questionId: Question['id']) => void
  /** The player goes on to a next question: told once for each question left. */
  onNextQuestion?: () => void
}

/** A walk through questions: the whole play screen under the header (product 2). */
export function PracticeJourney(props: Props) {
  return (
    <QuestionMain>
      <JourneyStage {...props} />
    </QuestionMain>
  )
}

function JourneyStage({ topics, keeper, settingsPath, onReport, onNextQuestion }: Props) {
  const journey = useJourney(topics, keeper)
  const leftStep = useRef<number | null>(null)
  if (journey.status === 'loading') return <PlaySkeleton />
  if (journey.status === 'failed') return <Failed onRetry={journey.retry} />
  if (journey.status === 'empty') return <NoQuestions settingsPath={settingsPath} />
  const { question, step, isFetchingNext, next } = journey

  function goOn() {
    // A second press after a chunk that did not come leaves the same question.
    if (leftStep.current !== step) onNextQuestion?.()
    leftStep.current = step
    next()
  }

  return (
    <PlayStage
      key={step}
      question={question}
      isFetchingNext={isFetchingNext}
      onNext={goOn}
      onGone={next}
      onReport={() => onReport(question.id)}
      settingsPath={settingsPath}
    />
  )
}

function NoQuestions({ settingsPath }: { settingsPath: string | null }) {
  const wayOut = settingsPath && (
    <Link to={settingsPath} className={buttonClass({ variant: 'primary' })}>
      {PRACTICE_STRINGS.adjustSettings}
    </Link>
  )
  return <StateScreen picture="empty" title={PRACTICE_STRINGS.noQuestions} action={wayOut ?? undefined} />
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const retry = (
    <Button variant="primary" onClick={onRetry}>
      {PRACTICE_STRINGS.tryAgain}
    </Button>
  )
  return (
    <StateScreen
      picture="error"
      title={PRACTICE_STRINGS.failed}
      note={PRACTICE_STRINGS.progressIsSafe}
      action={retry}
    />
  )
}
