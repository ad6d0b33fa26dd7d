import type { Question } from '@quizmaster/contract/http/gameplay'
import { clsx } from 'clsx/lite'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { native } from '../../platform/native.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton, iconButtonClass } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { ArrowRightIcon, FlagIcon, SettingsIcon, TimerIcon } from '../../ui/graphics/icons.tsx'
import { openModal } from '../modals/modal-store.ts'
import { Answers, AnswersSkeleton, type AnswerState } from '../questions/answers.tsx'
import { QuestionCard, QuestionCardSkeleton } from '../questions/question-card.tsx'
import { type QuestionPhase, useQuestionPhase } from '../questions/question-gate.ts'
import { QuestionLayout } from '../questions/question-layout.tsx'
import { useAnswerKeys } from '../questions/use-answer-keys.ts'
import { verdictMessage } from '../questions/verdict.tsx'
import styles from './practice-question.module.css'
import { PRACTICE_STRINGS } from './strings.ts'
import { useVerdict, type Verdict } from './use-verdict.ts'

type Props = {
  question: Question
  isFetchingNext: boolean
  onNext: () => void
  /** Called if the server no longer knows the question. */
  onGone: () => void
  /** Where topics are chosen; null for visitors. */
  settingsPath: string | null
  /** Shown in the empty space under the question until it is answered. */
  note?: ReactNode
  /** Whether an answer that waits for the network survives a reload. */
  isKept: boolean
}

/** One question, up to its verdict. Each question needs its own React key. */
export function PracticeQuestion({ question, isFetchingNext, onNext, onGone, settingsPath, note, isKept }: Props) {
  const layout = useRef<HTMLDivElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const verdict = useVerdict(question, { isKept, onGone })
  const { result, chosenId, isWaiting } = verdict
  const isAnswered = result !== null || isWaiting
  useQuestionPhase(phaseOf(verdict))

  function choose(answerId: string | undefined) {
    if (answerId !== undefined) verdict.choose(answerId)
  }

  const isByKeyboard = useAnswerKeys(layout, {
    onChoose: (index) => choose(question.answers[index]?.id),
    onNext: isAnswered && !isFetchingNext ? onNext : null,
  })
  useEffect(() => {
    if (!result) return
    native().buzz(result.is_correct ? 'success' : 'warning')
    announce(verdictMessage(result, question.answers.find(({ id }) => id === chosenId)?.text ?? ''))
    // For keyboard users the next step is one key away; after touch the focus stays.
    if (isByKeyboard.current) nextButton.current?.focus({ preventScroll: true })
  }, [result, chosenId, question, isByKeyboard])

  useEffect(() => {
    if (isWaiting) announce(PRACTICE_STRINGS.waitingAnnounced)
  }, [isWaiting])

  return (
    <QuestionLayout ref={layout}>
      <QuestionCard question={question} result={result} note={isWaiting ? <WaitingNote /> : note} />
      <Answers
        answers={question.answers.map(({ id, text }) => ({ id, text, state: stateOf(id, verdict) }))}
        onChoose={choose}
      />
      <QuestionDock
        isAnswered={isAnswered}
        isJudged={result !== null}
        isFetchingNext={isFetchingNext}
        onNext={onNext}
        onReport={() => openModal('reportComplaint', { questionId: question.id })}
        settingsPath={settingsPath}
        nextRef={nextButton}
      />
    </QuestionLayout>
  )
}

/** The phase of the question. After the verdict nothing needs to be held back. */
function phaseOf({ chosenId, result }: Verdict): QuestionPhase {
  if (result) return 'none'
  return chosenId === null ? 'open' : 'judging'
}

/** An answer is shown as right or wrong only after the server's verdict. */
function stateOf(id: string, { chosenId, isWaiting, result }: Verdict): AnswerState {
  if (!result) {
    if (chosenId === null) return 'rest'
    if (id !== chosenId) return 'dim'
    return isWaiting ? 'waiting' : 'pending'
  }
  if (id === result.correct_answer_id) return 'good'
  return id === chosenId ? 'wrong' : 'off'
}

/** Shown in place of the verdict while the answer waits for the network. */
function WaitingNote() {
  const ref = useRef<HTMLDivElement>(null)
  // Under a long question the note would be out of view.
  useLayoutEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className={styles.waiting}>
      <TimerIcon />
      <p className={styles.waitingTitle}>{PRACTICE_STRINGS.waiting}</p>
      <p>{PRACTICE_STRINGS.waitingText}</p>
    </div>
  )
}

type DockProps = {
  /** The answer has been judged, or waits for the network. */
  isAnswered: boolean
  isJudged: boolean
  isFetchingNext: boolean
  onNext: () => void
  onReport: () => void
  /** Where topics are chosen; null for visitors. */
  settingsPath: string | null
  nextRef: Ref<HTMLButtonElement>
}

/** The row under the answers: report, "Next question" once the question is answered, and settings. */
function QuestionDock({ isAnswered, isJudged, isFetchingNext, onNext, onReport, settingsPath, nextRef }: DockProps) {
  return (
    <div className={clsx(styles.dock, !settingsPath && styles.short)}>
      <IconButton label={PRACTICE_STRINGS.report} icon={<FlagIcon />} onClick={onReport} />
      {isAnswered ? (
        <Button
          ref={nextRef}
          variant={isJudged ? 'primary' : 'plain'}
          block
          isPending={isFetchingNext}
          onClick={onNext}
          iconAfter={<ArrowRightIcon />}
        >
          {PRACTICE_STRINGS.next}
        </Button>
      ) : (
        <DockTrail />
      )}
      {settingsPath && (
        <Link to={settingsPath} className={iconButtonClass()} aria-label={PRACTICE_STRINGS.settings}>
          <SettingsIcon />
        </Link>
      )}
    </div>
  )
}

/** Shown in place of "Next question" until the question is answered. */
function DockTrail() {
  return (
    <div aria-hidden="true">
      <div className={styles.trail} />
      <p className={styles.keys}>
        <kbd>1</kbd>–<kbd>4</kbd> or <kbd>A</kbd>–<kbd>D</kbd>
      </p>
    </div>
  )
}

/** A skeleton with each part of a practice question in its place. */
export function PracticeQuestionSkeleton() {
  // A question is about to appear, so nothing may cover the screen.
  useQuestionPhase('open')
  return (
    <QuestionLayout isLoading>
      <QuestionCardSkeleton />
      <AnswersSkeleton />
      <div className={styles.dock}>
        <span />
        <DockTrail />
      </div>
    </QuestionLayout>
  )
}
