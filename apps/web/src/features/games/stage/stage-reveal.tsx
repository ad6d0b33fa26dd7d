import type { StageGame } from '@quizmaster/contract/http/stage'
import { clsx } from 'clsx/lite'
import { useEffect } from 'react'
import { announce } from '../../../ui/feedback/announce.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../../../ui/graphics/icons.tsx'
import { TickIcon } from '../../../ui/graphics/always-loaded-icons.tsx'
import { waymarkAt } from '../../../ui/graphics/waymark-shapes.ts'
import { useSound } from '../game-sounds.ts'
import { useSettled } from '../use-settled.ts'
import { StageFrame, StageMark, StagePill } from './stage-frame.tsx'
import { shapesOf } from './stage-shapes.ts'
import { TimeBar } from './stage-question.tsx'
import styles from './stage-reveal.module.css'
import { STAGE_STRINGS } from './strings.ts'
import { answerSize, questionSize } from './text-sizes.ts'

const SHOWN_ROWS = 8
const LETTERS = 'ABCD'

type Props = {
  game: StageGame
  question: NonNullable<StageGame['question']>
  reveal: NonNullable<StageGame['reveal']>
}

/** The right answer with its explanation, and how the places have changed. */
export function StageReveal({ game, question, reveal }: Props) {
  const { index, topic, text, answers } = question
  const place = answers.findIndex(({ id }) => id === reveal.correct_answer_id)
  const answer = answers[place]?.text ?? ''
  const letter = LETTERS.charAt(place)
  const { description } = reveal
  useEffect(() => announce(STAGE_STRINGS.readAnswer(letter, answer, description ?? '')), [letter, answer, description])
  useSound('reveal', reveal.correct_answer_id)
  return (
    <StageFrame
      title={<span>{topic.text}</span>}
      end={<StagePill>{STAGE_STRINGS.questionOf(index + 1, game.settings.question_count)}</StagePill>}
      bar={<TimeBar leftMs={0} isLow={false} />}
    >
      <div className={styles.screen}>
        <section className={clsx(styles.card, styles[questionSize(text)])}>
          <h1>{text}</h1>
          <div className={styles.result}>
            <p className={styles.label}>
              <TickIcon weight={3.2} />
              {STAGE_STRINGS.answerIs}
              <span className={styles.letter}>{letter}</span>
            </p>
            <p className={clsx(styles.answer, styles[answerSize([answer])])}>
              <StageMark shape={waymarkAt(place)} />
              <span>{answer}</span>
            </p>
            {description !== null && <p className={styles.description}>{description}</p>}
          </div>
        </section>
        <Ranking game={game} />
      </div>
    </StageFrame>
  )
}

function Ranking({ game }: { game: StageGame }) {
  const isSettled = useSettled()
  const shapes = shapesOf(game)
  const rows = game.players.slice(0, SHOWN_ROWS)
  const more = game.players.length - rows.length
  return (
    <section className={styles.ranking} aria-label={STAGE_STRINGS.ranking}>
      <div className={styles.head} aria-hidden="true">
        <span>{STAGE_STRINGS.place}</span>
        <span>{STAGE_STRINGS.player}</span>
        <span>{STAGE_STRINGS.points}</span>
      </div>
      <ol className={clsx(styles.rows, isSettled && styles.settled)}>
        {rows.map(({ id, name, points, gained = 0, old_place }, index) => {
          const oldPlace = old_place ?? index + 1
          const rise = oldPlace - (index + 1)
          const wasBelow = oldPlace > SHOWN_ROWS
          return (
            <li
              key={id}
              className={clsx(styles.row, rise > 0 && styles.riser, wasBelow && styles.newcomer)}
              // All rows have the same height, so one place is the height of a row and a gap.
              style={
                isSettled || wasBelow ? undefined : { transform: `translateY(calc(${rise} * (100% + var(--gap))))` }
              }
            >
              <span className={styles.place}>{isSettled ? index + 1 : oldPlace}</span>
              <StageMark shape={shapes.get(id) ?? 'peak'} />
              <span className={styles.name}>{name}</span>
              <Move by={isSettled ? rise : 0} />
              <span className={clsx(styles.gained, gained === 0 && styles.nothing)}>{`+${gained}`}</span>
              <span className={styles.points}>{(isSettled ? points : points - gained).toLocaleString('en')}</span>
            </li>
          )
        })}
      </ol>
      {more > 0 && <p className={styles.more}>{STAGE_STRINGS.morePlayers(more)}</p>}
    </section>
  )
}

function Move({ by }: { by: number }) {
  if (by === 0) return <span className={styles.move} />
  const Icon = by > 0 ? ArrowUpIcon : ArrowDownIcon
  return (
    <span className={clsx(styles.move, by > 0 ? styles.up : styles.down)}>
      <Icon weight={3.2} />
      {Math.abs(by)}
      <span className="sr">{by > 0 ? STAGE_STRINGS.up : STAGE_STRINGS.down}</span>
    </span>
  )
}
