import { useRef } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { StateScreen } from '../../ui/feedback/state-screen.tsx'
import { QuestionMain } from '../questions/question-layout.tsx'
import type { JourneyTopics } from './journey.ts'
import { PracticeQuestion, PracticeQuestionSkeleton } from './practice-question.tsx'
import { type JourneyStorage, noStorage } from './practice-stores.ts'
import { PRACTICE_STRINGS } from './strings.ts'
import { useJourney } from './use-journey.ts'

type Props = {
  topics: JourneyTopics
  storage: JourneyStorage
  /** Where topics are chosen; null for visitors, who have no settings. */
  settingsPath: string | null
  /** Called once for each question that the player leaves for the next one. */
  onNextQuestion?: () => void
}

/** Practice questions one after another: the whole play screen under the header. */
export function PracticeJourney(props: Props) {
  return (
    <QuestionMain>
      <JourneyContent {...props} />
    </QuestionMain>
  )
}

function JourneyContent({ topics, storage, settingsPath, onNextQuestion }: Props) {
  const journey = useJourney(topics, storage)
  const leftStep = useRef<number | null>(null)
  if (journey.status === 'loading') return <PracticeQuestionSkeleton />
  if (journey.status === 'failed') return <Failed onRetry={journey.retry} />
  if (journey.status === 'empty') return <NoQuestions settingsPath={settingsPath} />
  const { question, step, isFetchingNext, next } = journey

  function goToNext() {
    // After a failed fetch of the next chunk a second press leaves the same question again.
    if (leftStep.current !== step) onNextQuestion?.()
    leftStep.current = step
    next()
  }

  return (
    <PracticeQuestion
      key={step}
      question={question}
      isFetchingNext={isFetchingNext}
      onNext={goToNext}
      onGone={next}
      settingsPath={settingsPath}
    />
  )
}

function NoQuestions({ settingsPath }: { settingsPath: string | null }) {
  const action = settingsPath && (
    <Link to={settingsPath} className={buttonClass({ variant: 'primary' })}>
      {PRACTICE_STRINGS.adjustSettings}
    </Link>
  )
  return <StateScreen picture="empty" title={PRACTICE_STRINGS.noQuestions} action={action ?? undefined} />
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

/** The quiz for visitors: all topics, nothing stored, no settings. */
export function VisitorQuiz() {
  return <PracticeJourney topics={null} storage={noStorage} settingsPath={null} />
}
