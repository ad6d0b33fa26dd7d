import { clsx } from 'clsx/lite'
import { useEffect, useRef } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { TimerIcon } from '../../ui/graphics/icons.tsx'
import { CrossIcon, TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import { Waymark } from '../../ui/graphics/waymark.tsx'
import styles from './answers.module.css'
import { QUESTION_STRINGS } from './strings.ts'

/**
 * The state in which an answer is shown. Until the verdict arrives, the chosen answer is `pending` and the others are
 * `dim`; then they are `good`, `wrong` or `off`. A `waiting` answer has not been sent yet.
 */
export type AnswerState = 'rest' | 'pending' | 'waiting' | 'dim' | 'good' | 'wrong' | 'off'

/** The font size by the length of the text (design 2.3): up to 24, 25 to 52, over 52 characters. */
export function answerTier(text: string): 'short' | 'medium' | 'long' {
  if (text.length <= 24) return 'short'
  return text.length <= 52 ? 'medium' : 'long'
}

const LETTERS = ['A', 'B', 'C', 'D'] as const

/** The letter of the answer at an index, 0 to 3. */
export function letterOf(index: number): string {
  return LETTERS[index] ?? ''
}

/**
 * The right end of an answer. Each content has its own key, because moving one element would count as a layout shift.
 */
function Corner({ letter, state }: { letter: string; state: AnswerState }) {
  if (state === 'pending') {
    return (
      <span key="waiting" className={styles.corner}>
        <Spinner />
      </span>
    )
  }
  if (state === 'waiting') {
    return (
      <span key="kept" className={styles.corner}>
        <TimerIcon weight={2.4} />
      </span>
    )
  }
  if (state === 'good' || state === 'wrong') {
    const Icon = state === 'good' ? TickIcon : CrossIcon
    return (
      <span key="verdict" className={styles.verdict}>
        <Icon weight={3} />
      </span>
    )
  }
  return (
    <span key="letter" className={styles.letter} aria-hidden="true">
      {letter}
    </span>
  )
}

type Props = {
  text: string
  /** 0 to 3: determines shape, colour, letter and keys. */
  index: number
  state: AnswerState
  /** Disabled and dimmed, because the connection is down. */
  isLocked?: boolean
  onChoose: () => void
}

/** One of the four answers: colour, shape, letter and the full text. All states have the same size. */
export function AnswerButton({ text, index, state, isLocked = false, onChoose }: Props) {
  const shape = waymarkAt(index)
  const letter = letterOf(index)
  const isInert = isLocked || state !== 'rest'
  const look = isLocked && state === 'rest' ? 'dim' : state
  return (
    <button
      type="button"
      className={clsx(styles.answer, styles[shape], look !== 'rest' && styles[look])}
      data-state={look}
      data-tier={answerTier(text)}
      aria-disabled={isInert || undefined}
      aria-busy={state === 'pending' || undefined}
      aria-keyshortcuts={`${index + 1} ${letter}`}
      onClick={isInert ? undefined : onChoose}
    >
      <span className={styles.shape}>
        <Waymark shape={shape} />
      </span>
      <span className={styles.text}>{text}</span>
      <Corner letter={letter} state={state} />
    </button>
  )
}

const GHOST_WIDTHS = ['46%', '58%', '38%', '52%'] as const

/** A skeleton of an answer, in its colour. */
export function AnswerSkeleton({ index }: { index: number }) {
  return (
    <div className={clsx(styles.answer, styles[waymarkAt(index)], styles.loading)}>
      <span className={styles.shape} />
      <span className={styles.ghost} style={{ width: GHOST_WIDTHS[index] }} />
    </div>
  )
}

/** One answer with its state. */
export type ShownAnswer<Id> = { id: Id; text: string; state: AnswerState }

type AnswersProps<Id> = { answers: readonly ShownAnswer<Id>[]; isLocked?: boolean; onChoose: (id: Id) => void }

/**
 * The answers of a question, always in the order peak, sun, drop, moon. If they can be chosen, they are read out once.
 */
export function Answers<Id extends string | number>({ answers, isLocked = false, onChoose }: AnswersProps<Id>) {
  useReadAnswers(answers)
  return (
    <fieldset className={styles.answers} aria-busy={answers.some(({ state }) => state === 'pending') || undefined}>
      <legend className="sr">Answers</legend>
      {answers.map(({ id, text, state }, index) => (
        <AnswerButton
          key={id}
          text={text}
          index={index}
          state={state}
          isLocked={isLocked}
          onChoose={() => onChoose(id)}
        />
      ))}
    </fieldset>
  )
}

/** Announces the answers, after the focused question has been read out. Not if it is answered, as after a reload. */
function useReadAnswers(answers: readonly { text: string; state: AnswerState }[]): void {
  const texts = QUESTION_STRINGS.readAnswers(answers.map(({ text }) => text))
  const wasOpen = useRef(answers.every(({ state }) => state === 'rest'))
  useEffect(() => {
    if (wasOpen.current) announce(texts)
  }, [texts])
}

/** A skeleton of the four answers. */
export function AnswersSkeleton() {
  return (
    <div className={styles.answers} aria-hidden="true">
      {[0, 1, 2, 3].map((index) => (
        <AnswerSkeleton key={index} index={index} />
      ))}
    </div>
  )
}
