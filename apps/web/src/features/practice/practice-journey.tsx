import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tabStorage } from '../../platform/storage.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { StateScreen } from '../../ui/feedback/state-screen.tsx'
import { QuestionMain } from '../questions/question-layout.tsx'
import type { JourneyTopics } from './journey.ts'
import { PracticeQuestion, PracticeQuestionSkeleton } from './practice-question.tsx'
import { type JourneyStorage, noStorage } from './practice-stores.ts'
import { SignInCard } from './sign-in-card.tsx'
import { PRACTICE_STRINGS } from './strings.ts'
import { useJourney } from './use-journey.ts'

type Props = {
  topics: JourneyTopics
  storage: JourneyStorage
  /** Where topics are chosen; null for visitors, who have no settings. */
  settingsPath: string | null
  /** Called once for each question that the player leaves for the next one. */
  onNextQuestion?: () => void
  /** Shown in the empty space of an unanswered question. */
  note?: ReactNode
}

/** Practice questions one after another: the whole play screen under the header. */
export function PracticeJourney(props: Props) {
  return (
    <QuestionMain>
      <JourneyContent {...props} />
    </QuestionMain>
  )
}

function JourneyContent({ topics, storage, settingsPath, onNextQuestion, note }: Props) {
  const journey = useJourney(topics, storage)
  const leftTurn = useRef<number | null>(null)
  if (journey.status === 'loading') return <PracticeQuestionSkeleton />
  if (journey.status === 'failed') return <Failed onRetry={journey.retry} />
  if (journey.status === 'empty') return <NoQuestions settingsPath={settingsPath} />
  const { question, turn, isFetchingNext, next } = journey

  function goToNext() {
    // After a failed fetch of the next chunk, a second press leaves the same question again.
    if (leftTurn.current !== turn) onNextQuestion?.()
    leftTurn.current = turn
    next()
  }

  return (
    <PracticeQuestion
      key={turn}
      question={question}
      isFetchingNext={isFetchingNext}
      onNext={goToNext}
      onGone={next}
      settingsPath={settingsPath}
      note={note}
      isKept={storage !== noStorage}
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

/** After how many answers a visitor is told what signing in saves. */
const SIGN_IN_CARD_AFTER = 5
const CARD_SHOWN_KEY = 'visitorCardShown'

/** The quiz for visitors: all topics, nothing stored, no settings. A card says, once, what signing in saves. */
export function VisitorQuiz() {
  const [answeredCount, setAnsweredCount] = useState(0)
  const [isDone, setIsDone] = useState(() => tabStorage.get(CARD_SHOWN_KEY) !== null)
  const isCardShown = answeredCount === SIGN_IN_CARD_AFTER && !isDone
  useEffect(() => {
    if (isCardShown) tabStorage.set(CARD_SHOWN_KEY, 'true')
  }, [isCardShown])
  return (
    <PracticeJourney
      topics={null}
      storage={noStorage}
      settingsPath={null}
      onNextQuestion={() => setAnsweredCount((count) => count + 1)}
      note={isCardShown && <SignInCard onClose={() => setIsDone(true)} />}
    />
  )
}
