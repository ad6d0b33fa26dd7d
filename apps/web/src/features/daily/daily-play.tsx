import type { DailyQuestion, DailyVerdict, OpenedPlay } from '@quizmaster/contract/http/daily'
import type { AnswerId } from '@quizmaster/contract/ids'
import { ANSWER_MS } from '@quizmaster/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { useConnection } from '../../platform/connection.ts'
import { native } from '../../platform/native.ts'
import { queryClient, shouldRetry, shouldRetryOnline } from '../../platform/query-client.ts'
import { timeLeftMs, useTimeLeft } from '../../platform/server-clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { ArrowRightIcon, FlagIcon } from '../../ui/graphics/icons.tsx'
import { openModal } from '../modals/modal-store.ts'
import { Answers, AnswersSkeleton, type AnswerState } from '../questions/answers.tsx'
import { QuestionCard, QuestionCardSkeleton } from '../questions/question-card.tsx'
import { useQuestionPhase, useTimedQuestion } from '../questions/question-gate.ts'
import { QuestionLayout, QuestionMain } from '../questions/question-layout.tsx'
import { TimerBar, TimerSeconds } from '../questions/timer.tsx'
import { useAnnouncedTime } from '../questions/use-announced-time.ts'
import { useAnswerKeys } from '../questions/use-answer-keys.ts'
import { useLowTimeBuzz } from '../questions/use-low-time-buzz.ts'
import { verdictMessage } from '../questions/verdict.tsx'
import { openDay } from './daily-calls.ts'
import { DailyFailure } from './daily-failure.tsx'
import { useDailyPaths } from './daily-paths.ts'
import styles from './daily-play.module.css'
import { useDailyPosition } from './daily-position.tsx'
import { Trail } from './marks.tsx'
import { DAILY_STRINGS } from './strings.ts'
import { type DailyAnswering, useDailyAnswer } from './use-daily-answer.ts'

/** The questions of a date, one after another; the result once all are answered. */
export function DailyPlay() {
  const { date = '' } = useParams()
  const paths = useDailyPaths()
  const state: unknown = useLocation().state
  const hasClock = !(typeof state === 'object' && state !== null && 'hasClock' in state && state.hasClock === false)
  // Grows when the player asks for the next question, which is opened only then, because that starts its clock.
  const [turn, setTurn] = useState(0)
  const queryKey = ['daily', 'open', date, turn]
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => openDay(date, hasClock, signal),
    staleTime: Infinity,
    gcTime: 0,
    // Later questions keep the previous one on the screen while they load.
    retry: turn === 0 ? shouldRetryOnline : shouldRetry,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
  if (data?.is_finished) return <Navigate to={paths.day(date)} replace />
  if (error && !data) return <DailyFailure error={error} onRetry={() => void refetch()} />
  return (
    <QuestionMain>
      {data?.question ? (
        <Question
          key={data.question.index}
          opened={data}
          question={data.question}
          isFetchingNext={isPlaceholderData}
          onReopen={() => void refetch()}
          onCancelReopen={() => void queryClient.cancelQueries({ queryKey })}
          onNext={() => setTurn((before) => before + 1)}
        />
      ) : (
        <PlaySkeleton />
      )}
    </QuestionMain>
  )
}

function PlaySkeleton() {
  // A question is about to appear, so nothing may cover the screen.
  useQuestionPhase('open')
  return (
    <QuestionLayout timer={<div className={styles.top} />} isLoading>
      <QuestionCardSkeleton />
      <AnswersSkeleton />
      <div className={styles.dock} />
    </QuestionLayout>
  )
}

type Props = {
  opened: OpenedPlay
  question: DailyQuestion
  isFetchingNext: boolean
  /** Opens the question again, to read its state. */
  onReopen: () => void
  /** Cancels that before an answer is sent: if it arrived after the answer, it would open the next question. */
  onCancelReopen: () => void
  onNext: () => void
}

/** One question, until its verdict and "Next question". Keyed by its number. */
function Question({ opened, question, isFetchingNext, onReopen, onCancelReopen, onNext }: Props) {
  const layout = useRef<HTMLDivElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const { date, total, has_clock: hasClock } = opened
  const isConnected = useConnection() === 'ok'
  const answering = useDailyAnswer({
    date,
    index: question.index,
    onSend: onCancelReopen,
    onTooEarly: onReopen,
    onPassed: onNext,
  })
  const { chosenId, isTaken, verdict, answer } = answering
  const leftMs = useTimeLeft(verdict ? 0 : (question.closes_at ?? 0))
  const isUp = hasClock && leftMs === 0
  const isOpen = !isTaken && !isUp
  useQuestionPhase(phaseOf(answering))
  useTimedQuestion(hasClock && isOpen)
  useReopenOnReturn(question, isOpen, onReopen)
  useEffect(() => {
    if (isUp && !isTaken && isConnected) answer(null)
  }, [isUp, isTaken, isConnected, answer])
  usePositionInHeader(DAILY_STRINGS.positionOf(question.index + 1, total))
  useAnnouncedTime(leftMs, hasClock && isOpen)
  useLowTimeBuzz(leftMs, hasClock && isOpen)

  function choose(id: AnswerId | undefined) {
    if (id !== undefined && isOpen && isConnected) answer(id)
  }
  const isByKeyboard = useAnswerKeys(layout, {
    onChoose: (index) => choose(question.answers[index]?.id),
    onNext: verdict && !isFetchingNext ? onNext : null,
  })
  useEffect(() => {
    if (!verdict) return
    native().buzz(verdict.is_correct ? 'success' : 'warning')
    announce(verdictMessage(verdict, question.answers.find(({ id }) => id === chosenId)?.text ?? null))
    // For keyboard users the next step is one key away; after touch the focus stays.
    if (isByKeyboard.current) nextButton.current?.focus({ preventScroll: true })
  }, [verdict, chosenId, question, isByKeyboard])

  const marks = verdict ? [...opened.marks, verdict.is_correct] : opened.marks
  return (
    <QuestionLayout
      ref={layout}
      timer={
        <div className={styles.top}>
          <Trail total={total} marks={marks} index={question.index} />
          {hasClock && <TimerBar leftMs={verdict ? 0 : leftMs} totalMs={ANSWER_MS} />}
        </div>
      }
    >
      <QuestionCard
        question={question}
        result={verdict}
        aside={hasClock && !verdict && <TimerSeconds leftMs={leftMs} />}
      />
      <Answers
        answers={question.answers.map(({ id, text }) => ({ id, text, state: stateOf(id, answering, isUp) }))}
        isLocked={!isConnected}
        onChoose={choose}
      />
      <div className={styles.dock}>
        {verdict ? (
          <>
            <IconButton
              label={DAILY_STRINGS.report}
              icon={<FlagIcon />}
              onClick={() => openModal('reportComplaint', { questionId: verdict.question_id })}
            />
            <Button
              ref={nextButton}
              variant="primary"
              block
              isPending={isFetchingNext}
              onClick={onNext}
              iconAfter={<ArrowRightIcon />}
            >
              {question.index + 1 === total ? DAILY_STRINGS.toResult : DAILY_STRINGS.next}
            </Button>
          </>
        ) : (
          <div className={styles.dots} aria-hidden="true" />
        )}
      </div>
    </QuestionLayout>
  )
}

function phaseOf({ isTaken, verdict }: { isTaken: boolean; verdict: DailyVerdict | null }) {
  if (verdict) return 'none'
  return isTaken ? 'judging' : 'open'
}

/** An answer is shown as right or wrong only after the server's verdict. */
function stateOf(id: AnswerId, { chosenId, isTaken, verdict }: DailyAnswering, isUp: boolean): AnswerState {
  if (verdict) {
    if (id === verdict.correct_answer_id) return 'good'
    return id === chosenId ? 'wrong' : 'off'
  }
  if (isTaken && chosenId !== null) return id === chosenId ? 'pending' : 'dim'
  return isTaken || isUp ? 'off' : 'rest'
}

/**
 * Opens a question again when the app returns from the background, because it may have been answered on another device.
 * If its time is up, the null answer that follows shows the state.
 */
function useReopenOnReturn({ closes_at: closesAt }: DailyQuestion, isOpen: boolean, onReopen: () => void): void {
  const handleVisibility = useEffectEvent(() => {
    const isUp = closesAt !== null && timeLeftMs(closesAt) === 0
    if (document.visibilityState === 'visible' && isOpen && !isUp) onReopen()
  })
  useEffect(() => {
    const listener = () => handleVisibility()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [])
}

function usePositionInHeader(text: string): void {
  useEffect(() => {
    useDailyPosition.setState({ text })
    return () => useDailyPosition.setState({ text: null })
  }, [text])
}
