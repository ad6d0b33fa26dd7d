import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import type { Question } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { ANSWER_MS, verdictOf } from '../../../features/games/game-facts.ts'
import { Ranking } from '../../../features/games/ranking.tsx'
import { rankingRows } from '../../../features/games/ranking-rows.ts'
import { GAME_STRINGS } from '../../../features/games/strings.ts'
import { type Answering, useAnswering } from '../../../features/games/use-answering.ts'
import { useOldOrder } from '../../../features/games/use-old-order.ts'
import { useTimeLeft } from '../../../features/games/use-time-left.ts'
import { QuestionCard } from '../../../features/questions/question-card.tsx'
import { usePlayKeys } from '../../../features/questions/use-answer-keys.ts'
import { verdictMessage } from '../../../features/questions/verdict.tsx'
import { useConnection, useTopicUp } from '../../../platform/connection.ts'
import { setTimedQuestionOpen } from '../../../features/questions/question-gate.ts'
import { announce } from '../../../ui/feedback/announce.tsx'
import { Answers, type AnswerState } from '../../../features/questions/answers.tsx'
import { QuestionLayout } from '../../../features/questions/question-layout.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { TimerBar, TimerSeconds } from '../../../features/games/timer.tsx'
import styles from './play.module.css'

type Props = { game: Game; userId: UserId | null; question: Question }

/** One question of a game, from its opening to the ranking after it. The next one is another stage, by its key. */
export function GameStage({ game, userId, question }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const answering = useAnswering(game, userId)
  const isRead = useIsLineUp(userId)
  const oldOrder = useOldOrder(game)
  const result = useMemo(() => verdictOf(game, userId), [game, userId])
  const isOpen = result === null
  const leftMs = useTimeLeft(isOpen ? (game.phase_ends_at ?? 0) : 0)
  const isUp = leftMs === 0
  const canAnswer = isOpen && isRead && !isUp && !answering.isAnswered

  const choose = (id: Question['answers'][number]['id'] | undefined) => {
    if (id !== undefined && canAnswer) answering.commit(id)
  }
  usePlayKeys(stage, { onChoose: (index) => choose(question.answers[index]?.id), onNext: null })
  useNullAtZero(isOpen && isUp && isRead, answering)
  useCoverGate(isOpen && !isUp && !answering.isAnswered)
  useTimeSaid(leftMs, isOpen && !answering.isAnswered)
  useVerdictSaid(game, userId, question, answering.chosenId)
  useFocusKept(stage, isOpen)

  const rows = isOpen ? [] : rankingRows(game, userId, oldOrder)
  return (
    <QuestionLayout ref={stage} timer={<TimerBar leftMs={leftMs} totalMs={ANSWER_MS} />} isRanking={!isOpen}>
      <QuestionCard question={question} result={result} aside={isOpen && <TimerSeconds leftMs={leftMs} />} />
      {isOpen ? (
        <>
          <Answers
            answers={question.answers.map(({ id, text }) => ({ id, text, state: stateOf(id, answering, isUp) }))}
            isLocked={!isRead}
            onChoose={choose}
          />
          <StageLine game={game} isWaiting={answering.isAnswered} />
        </>
      ) : (
        <Ranking rows={rows} />
      )}
    </QuestionLayout>
  )
}

function StageLine({ game, isWaiting }: { game: Game; isWaiting: boolean }) {
  const { current_question_index: index } = game.state
  return (
    <output className={styles.line}>
      {isWaiting && <Spinner size="small" />}
      {isWaiting ? GAME_STRINGS.waiting : GAME_STRINGS.questionOf(index + 1, game.settings.question_count)}
    </output>
  )
}

/** No colour of right or wrong here: the answers give way to the ranking when it is told. */
function stateOf(id: string, { chosenId, isAnswered }: Answering, isUp: boolean): AnswerState {
  if (isAnswered && chosenId !== null) return id === chosenId ? 'pending' : 'dim'
  return isAnswered || isUp ? 'off' : 'rest'
}

/** Whether what is shown is the state of now: the channel is there and has been read, and calls are answered. */
function useIsLineUp(userId: UserId | null): boolean {
  const isTopicUp = useTopicUp(userId === null ? '' : activeGameTopic(userId))
  return useConnection() === 'ok' && isTopicUp
}

/** At zero a question without an answer gets a null (spec 4). */
function useNullAtZero(isTime: boolean, { isAnswered, commit }: Answering): void {
  useEffect(() => {
    if (isTime && !isAnswered) commit(null)
  })
}

/** No sheet may come over a question whose time runs. */
function useCoverGate(isWaitingForAnswer: boolean): void {
  useEffect(() => {
    setTimedQuestionOpen(isWaitingForAnswer)
    return () => setTimedQuestionOpen(false)
  }, [isWaitingForAnswer])
}

/** The answers go, and with them the focus where one of them had it: keys would go nowhere. */
function useFocusKept(stage: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body) stage.current?.closest('main')?.focus()
  }, [stage, isOpen])
}

const SAID_SECONDS = [10, 5]

function useTimeSaid(leftMs: number, isWanted: boolean): void {
  const seconds = Math.ceil(leftMs / 1000)
  useEffect(() => {
    if (isWanted && SAID_SECONDS.includes(seconds)) announce(GAME_STRINGS.secondsLeft(seconds))
  }, [seconds, isWanted])
}

/** The verdict, then the place, once each. */
function useVerdictSaid(game: Game, userId: UserId | null, question: Question, chosenId: string | null): void {
  const result = verdictOf(game, userId)
  const own = result && rankingRows(game, userId, null).find((row) => row.isOwn)
  const chosen = question.answers.find(({ id }) => id === chosenId)
  const verdict = result && verdictMessage(result, chosen?.text ?? null)
  const standing = own ? GAME_STRINGS.standing(own.place, game.players.length, own.points) : null
  useEffect(() => {
    if (verdict) announce(verdict)
  }, [verdict])
  useEffect(() => {
    if (standing) announce(standing)
  }, [standing])
}
