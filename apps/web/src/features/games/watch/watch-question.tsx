import type { StageGame } from '@quizmaster/contract/http/stage'
import { ANSWER_MS } from '@quizmaster/contract/limits'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { useEffect, useRef } from 'react'
import { useTimeLeft } from '../../../platform/server-clock.ts'
import { announce } from '../../../ui/feedback/announce.tsx'
import { waymarkAt } from '../../../ui/graphics/waymark-shapes.ts'
import { WaymarkTile } from '../../../ui/graphics/waymark.tsx'
import { answerTier, letterOf } from '../../questions/answers.tsx'
import { QuestionCard } from '../../questions/question-card.tsx'
import { QuestionLayout } from '../../questions/question-layout.tsx'
import { QUESTION_STRINGS } from '../../questions/strings.ts'
import { TimerBar, TimerSeconds } from '../../questions/timer.tsx'
import { useAnnouncedTime } from '../../questions/use-announced-time.ts'
import { RevealedAnswer } from '../../questions/verdict.tsx'
import { useSound } from '../game-sounds.ts'
import type { RankingRow } from '../ranking-rows.ts'
import { Ranking } from '../ranking.tsx'
import { RelaxedTime } from '../relaxed-time.tsx'
import { GAME_STRINGS } from '../strings.ts'
import { SeatBar } from './seat-bar.tsx'
import { WATCH_STRINGS } from './strings.ts'
import styles from './watch-question.module.css'

type Question = NonNullable<StageGame['question']>
type Props = { watched: WatchedGame; game: StageGame; question: Question }

/** One question of a watched game, from its opening to the ranking after it. Keyed by the question. */
export function WatchQuestion({ watched, game, question }: Props) {
  const revealed = revealedAnswer(game, question)
  const isOpen = revealed === null
  const isTimed = game.settings.has_clock !== false
  // As on a stage, the longest clock of relaxed time is not shown.
  const leftMs = Math.min(ANSWER_MS, useTimeLeft(isOpen ? (game.phase_ends_at ?? 0) : 0))
  const isOver = game.is_relaxed === true && leftMs === 0
  useAnnouncedTime(leftMs, isOpen && isTimed)
  useAnnouncedAnswers(question, isOpen)
  useSound('question', isOpen ? 'open' : null)
  useSound('reveal', isOpen ? null : 'closed')
  const said = revealed && WATCH_STRINGS.readAnswer(revealed.letter, revealed.text, revealed.description)
  useEffect(() => {
    if (said) announce(said)
  }, [said])
  return (
    <QuestionLayout
      timer={isTimed ? <TimerBar leftMs={leftMs} totalMs={ANSWER_MS} /> : undefined}
      isRanking={!isOpen}
      isWatching
    >
      <QuestionCard
        question={question}
        label={GAME_STRINGS.questionOn(question.index + 1, game.settings.question_count, question.topic.text)}
        result={null}
        reveal={
          revealed && (
            <RevealedAnswer
              title={WATCH_STRINGS.answerIs(revealed.letter)}
              answer={revealed.text}
              description={revealed.description}
            />
          )
        }
        aside={isOpen && isTimed && !isOver && <TimerSeconds leftMs={leftMs} />}
      />
      {isOpen ? (
        <>
          <Answers answers={question.answers} />
          <StatusLine game={game} question={question} isOver={isOver} />
        </>
      ) : (
        <Ranking rows={rankingRows(game)} earlier={game.evening?.players} />
      )}
      <SeatBar watched={watched} isWatching />
    </QuestionLayout>
  )
}

/** A list instead of buttons, because watchers don't answer. */
function Answers({ answers }: Pick<Question, 'answers'>) {
  return (
    <ol className={styles.answers} aria-label={WATCH_STRINGS.answers}>
      {answers.map(({ id, text }, index) => (
        <li key={id} data-tier={answerTier(text)}>
          <WaymarkTile shape={waymarkAt(index)} />
          <span className={styles.text}>
            <span className="sr">{`${letterOf(index)}: `}</span>
            {text}
          </span>
          <span className={styles.letter} aria-hidden="true">
            {letterOf(index)}
          </span>
        </li>
      ))}
    </ol>
  )
}

type StatusProps = { game: StageGame; question: Question; isOver: boolean }

/** The number of the question, and how many players have answered, which is not announced. */
function StatusLine({ game, question, isOver }: StatusProps) {
  const { index, answer_count: count } = question
  return (
    <p className={styles.status}>
      <span>{GAME_STRINGS.questionOf(index + 1, game.settings.question_count)}</span>
      {game.is_relaxed && !isOver && <RelaxedTime />}
      {isOver && <span>{WATCH_STRINGS.waiting}</span>}
      {count !== null && <span>{WATCH_STRINGS.haveAnswered(count, game.players.length)}</span>}
    </p>
  )
}

interface Revealed {
  letter: string
  text: string
  description: string | null
}

function revealedAnswer({ reveal }: StageGame, { answers }: Question): Revealed | null {
  if (!reveal) return null
  const index = answers.findIndex(({ id }) => id === reveal.correct_answer_id)
  return { letter: letterOf(index), text: answers[index]?.text ?? '', description: reveal.description }
}

function rankingRows({ players }: StageGame): RankingRow[] {
  return players.map(({ id, name, points, gained = 0, old_place }, index) => ({
    id,
    name,
    points,
    gained,
    isOwn: false,
    place: index + 1,
    oldPlace: old_place ?? index + 1,
    oldPoints: points - gained,
  }))
}

/** Announces the answers, after the focused question has been read out. Not if the question had closed before. */
function useAnnouncedAnswers({ answers }: Question, isOpen: boolean): void {
  const texts = QUESTION_STRINGS.readAnswers(answers.map(({ text }) => text))
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current) announce(texts)
  }, [texts])
}
