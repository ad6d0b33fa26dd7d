import type { StageGame } from '@quizmaster/contract/http/stage'
import { ANNOUNCED_SECONDS, ANSWER_MS, LOW_SECONDS } from '@quizmaster/contract/limits'
import { clsx } from 'clsx/lite'
import { useEffect } from 'react'
import { useTimeLeft } from '../../../platform/server-clock.ts'
import { announce } from '../../../ui/feedback/announce.tsx'
import { waymarkAt } from '../../../ui/graphics/waymark-shapes.ts'
import { Waymark } from '../../../ui/graphics/waymark.tsx'
import { useSound } from '../game-sounds.ts'
import { GAME_STRINGS } from '../strings.ts'
import frame from './stage-frame.module.css'
import { StageFrame, StagePill } from './stage-frame.tsx'
import styles from './stage-question.module.css'
import { STAGE_STRINGS } from './strings.ts'
import { answerSize, questionSize } from './text-sizes.ts'

const LETTERS = 'ABCD'

type Props = { game: StageGame; question: NonNullable<StageGame['question']> }

/** An open question. It shows how many have answered, never who. */
export function StageQuestion({ game, question }: Props) {
  const leftMs = useTimeLeft(game.phase_ends_at ?? 0)
  const seconds = Math.min(Math.ceil(leftMs / 1000), ANSWER_MS / 1000)
  const isTimed = game.settings.has_clock !== false
  // The longest clock is not shown, because its length would hint at which player has it.
  const isOver = game.is_relaxed === true && seconds === 0
  const isLow = seconds <= LOW_SECONDS && !isOver
  const { question_count } = game.settings
  const { index, topic, text, answers, answer_count } = question
  const answerTexts = answers.map((answer) => answer.text)
  const sentence = STAGE_STRINGS.readQuestion(index + 1, question_count, topic.text, text, answerTexts)
  useEffect(() => announce(sentence), [sentence])
  useSound('question', sentence)
  useSound('last_seconds', isTimed && isLow && seconds > 0 ? seconds : null)
  useEffect(() => {
    if (isTimed && ANNOUNCED_SECONDS.includes(seconds)) announce(STAGE_STRINGS.secondsLeft(seconds))
  }, [isTimed, seconds])
  return (
    <StageFrame
      title={<span>{topic.text}</span>}
      end={
        <>
          {game.is_relaxed && <StagePill>{GAME_STRINGS.relaxedTime}</StagePill>}
          <StagePill>{STAGE_STRINGS.questionOf(index + 1, question_count)}</StagePill>
        </>
      }
      bar={isTimed && <TimeBar leftMs={leftMs} isLow={isLow} />}
    >
      <div className={styles.screen}>
        <section className={clsx(styles.question, styles[questionSize(text)])}>
          <h1>{text}</h1>
        </section>
        <aside className={styles.board}>
          {isTimed && !isOver && (
            <p className={clsx(styles.seconds, isLow && styles.low)}>
              <b>{seconds}</b>
              <span>{STAGE_STRINGS.seconds(seconds)}</span>
            </p>
          )}
          {isOver && <p className={styles.over}>{STAGE_STRINGS.waiting}</p>}
          {answer_count !== null && (
            <p className={styles.count}>
              <b>{STAGE_STRINGS.answeredOf(answer_count, game.players.length)}</b> {STAGE_STRINGS.haveAnswered}
            </p>
          )}
        </aside>
        <ol className={clsx(styles.answers, styles[answerSize(answerTexts)])} aria-label={STAGE_STRINGS.answers}>
          {answers.map((answer, at) => (
            <li key={answer.id} className={frame[waymarkAt(at)]}>
              <span className={styles.shape}>
                <Waymark shape={waymarkAt(at)} />
              </span>
              <span className={styles.text}>{answer.text}</span>
              <span className={styles.letter}>{LETTERS.charAt(at)}</span>
            </li>
          ))}
        </ol>
      </div>
    </StageFrame>
  )
}

/** The remaining time, by the server's clock; empty in a game without a clock. */
export function TimeBar({ leftMs, isLow }: { leftMs: number; isLow: boolean }) {
  const part = Math.min(1, leftMs / ANSWER_MS)
  return (
    <div className={clsx(styles.bar, isLow && styles.barLow)} aria-hidden="true">
      <i style={{ transform: `scaleX(${part})` }} />
    </div>
  )
}
