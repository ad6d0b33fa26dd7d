import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import type { Question } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { ANSWER_MS, LOW_SECONDS } from '@quizmaster/contract/limits'
import { clsx } from 'clsx/lite'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useConnection, useTopicUp } from '../../platform/connection.ts'
import { native } from '../../platform/native.ts'
import { useTimeLeft } from '../../platform/server-clock.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Answers, AnswersSkeleton, type AnswerState, letterOf } from '../questions/answers.tsx'
import { QuestionCard, QuestionCardSkeleton } from '../questions/question-card.tsx'
import { useTimedQuestion } from '../questions/question-gate.ts'
import { QuestionLayout, QuestionMain } from '../questions/question-layout.tsx'
import { useAnnouncedTime } from '../questions/use-announced-time.ts'
import { useAnswerKeys } from '../questions/use-answer-keys.ts'
import { useLowTimeBuzz } from '../questions/use-low-time-buzz.ts'
import { verdictMessage } from '../questions/verdict.tsx'
import { answerMsOf, answerOf, currentQuestion, hasClock, ownPlayer, verdictOf } from './game.ts'
import styles from './game-play.module.css'
import { useSound } from './game-sounds.ts'
import { rankingRows, usePreviousOrder } from './ranking-rows.ts'
import { Ranking } from './ranking.tsx'
import { RelaxedTime } from './relaxed-time.tsx'
import { GAME_STRINGS } from './strings.ts'
import { TimerBar, TimerSeconds } from '../questions/timer.tsx'
import { type Answering, useAnswer } from './use-answer.ts'
import { useGameOnScreen } from './use-game-navigation.ts'

/** The open question, then its verdict and the ranking; a skeleton until there is a question. */
export function GamePlay() {
  const { game, userId } = useGameOnScreen('play')
  const question = game ? currentQuestion(game) : null
  return (
    <QuestionMain>
      {game && question ? (
        <GameQuestion key={question.id} game={game} userId={userId} question={question} />
      ) : (
        <PlaySkeleton />
      )}
    </QuestionMain>
  )
}

function PlaySkeleton() {
  return (
    <QuestionLayout timer={<TimerBar leftMs={0} totalMs={ANSWER_MS} />} isLoading>
      <QuestionCardSkeleton />
      <AnswersSkeleton />
      <p className={styles.line} />
    </QuestionLayout>
  )
}

type Props = { game: Game; userId: UserId | null; question: Question }

/** One question of a game, from its opening to the ranking after it. Keyed by the question. */
function GameQuestion({ game, userId, question }: Props) {
  const layout = useRef<HTMLDivElement>(null)
  const answering = useAnswer(game, userId)
  const isCurrent = useIsStateCurrent(userId)
  const previousOrder = usePreviousOrder(game)
  const { current_question_index: questionIndex } = game.state
  const result = useMemo(() => verdictOf(game, userId), [game, userId])
  const isOpen = result === null
  const leftMs = useTimeLeft(isOpen ? (game.phase_ends_at ?? 0) : 0)
  const isUp = leftMs === 0
  const canAnswer = isOpen && isCurrent && !isUp && !answering.isAnswered

  const choose = (id: Question['answers'][number]['id'] | undefined) => {
    if (id === undefined || !canAnswer) return
    announce(GAME_STRINGS.youChoseLetter(letterOf(question.answers.findIndex((answer) => answer.id === id))))
    answering.commit(id)
  }
  useAnswerKeys(layout, { onChoose: (index) => choose(question.answers[index]?.id), onNext: null })
  useNullAnswerAtZero(isOpen && isUp && isCurrent, answering)
  useTimedQuestion(isOpen && !isUp && !answering.isAnswered)
  const isTicking = isOpen && hasClock(game) && !answering.isAnswered
  useAnnouncedTime(leftMs, isTicking)
  useLowTimeBuzz(leftMs, isTicking)
  useQuestionSounds(isOpen, isTicking ? Math.ceil(leftMs / 1000) : null)
  useAnnouncedVerdict({ game, userId, question, chosenId: answering.chosenId, previousOrder })
  useFocusOnMain(layout, isOpen)

  const chosen = chosenBy(game, userId, question)
  const rows = isOpen ? [] : rankingRows(game, userId, previousOrder)
  const isTimed = hasClock(game)
  const timer = isTimed && <TimerBar leftMs={leftMs} totalMs={answerMsOf(game)} />
  return (
    <QuestionLayout ref={layout} timer={timer || undefined} isRanking={!isOpen}>
      <QuestionCard
        question={question}
        label={GAME_STRINGS.questionOn(questionIndex + 1, game.settings.question_count, question.topic.text)}
        result={result}
        chosen={chosen}
        aside={isOpen && isTimed && <TimerSeconds leftMs={leftMs} />}
      />
      {isOpen ? (
        <>
          <Answers
            answers={question.answers.map(({ id, text }) => ({ id, text, state: stateOf(id, answering, isUp) }))}
            isLocked={!isCurrent}
            onChoose={choose}
          />
          <StatusLine game={game} isWaiting={answering.isAnswered} isUp={isUp} />
        </>
      ) : (
        <Ranking rows={rows} earlier={game.evening?.players} />
      )}
    </QuestionLayout>
  )
}

/** The user's choice as stored on the server, so that it is known after a reload. */
function chosenBy(game: Game, userId: UserId | null, question: Question) {
  const id = answerOf(game, ownPlayer(game, userId))?.answer
  const index = question.answers.findIndex((answer) => answer.id === id)
  return index < 0 ? undefined : { text: question.answers[index]?.text ?? '', index }
}

/** The number of the question, and whether the others are still answering. */
function StatusLine({ game, isWaiting, isUp }: { game: Game; isWaiting: boolean; isUp: boolean }) {
  const { current_question_index: index } = game.state
  const isRelaxed = game.is_relaxed === true
  const isOver = isUp && isRelaxed
  return (
    <div className={clsx(styles.line, isRelaxed && styles.relaxed)}>
      {!isOver && (
        <span className={styles.number}>{GAME_STRINGS.questionOf(index + 1, game.settings.question_count)}</span>
      )}
      {isRelaxed && !isOver && <RelaxedTime />}
      <output className={styles.status}>
        {(isWaiting || isOver) && (
          <>
            <Spinner size="small" />
            {isOver ? GAME_STRINGS.timeOver : GAME_STRINGS.waiting}
          </>
        )}
      </output>
    </div>
  )
}

/** Answers are never shown as right or wrong, because the ranking replaces them when the verdict arrives. */
function stateOf(id: string, { chosenId, isAnswered }: Answering, isUp: boolean): AnswerState {
  if (isAnswered && chosenId !== null) return id === chosenId ? 'pending' : 'dim'
  return isAnswered || isUp ? 'off' : 'rest'
}

/** Whether the screen shows the current state: the channel is joined and synced, and the server answers calls. */
function useIsStateCurrent(userId: UserId | null): boolean {
  const isTopicUp = useTopicUp(userId === null ? '' : activeGameTopic(userId))
  return useConnection() === 'ok' && isTopicUp
}

/** When the time is up, sends a null answer for a player who has not answered. */
function useNullAnswerAtZero(isTime: boolean, { isAnswered, commit }: Answering): void {
  useEffect(() => {
    if (isTime && !isAnswered) commit(null)
  })
}

/** If a removed answer had the focus, `main` takes it, so that keys keep working. */
function useFocusOnMain(layout: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body) layout.current?.closest('main')?.focus()
  }, [layout, isOpen])
}

/** The sounds of a question: when it opens, in its last seconds, and when it is revealed. */
function useQuestionSounds(isOpen: boolean, secondsLeft: number | null): void {
  useSound('question', isOpen ? 'open' : null)
  useSound('reveal', isOpen ? null : 'closed')
  const isLow = secondsLeft !== null && secondsLeft > 0 && secondsLeft <= LOW_SECONDS
  useSound('last_seconds', isLow ? secondsLeft : null)
}

interface Announced extends Props {
  chosenId: string | null
  previousOrder: ReturnType<typeof usePreviousOrder>
}

/** Announces the verdict, then the place and its change, once each. */
function useAnnouncedVerdict({ game, userId, question, chosenId, previousOrder }: Announced): void {
  const result = verdictOf(game, userId)
  const own = result && rankingRows(game, userId, previousOrder).find((row) => row.isOwn)
  const chosen = question.answers.find(({ id }) => id === chosenId)
  const verdict = result && verdictMessage(result, chosen?.text ?? null)
  const isRight = result?.is_correct === true
  const standing = own ? GAME_STRINGS.standing({ ...own, count: game.players.length }) : null
  useEffect(() => {
    if (!verdict) return
    announce(verdict)
    native().buzz(isRight ? 'success' : 'warning')
  }, [verdict, isRight])
  useEffect(() => {
    if (standing) announce(standing)
  }, [standing])
}
