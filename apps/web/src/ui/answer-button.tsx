import styles from './answer-button.module.css'
import { classNames } from './class-names.ts'
import { CrossIcon, TickIcon } from './graphics/icons.tsx'
import { Spinner } from './feedback/spinner.tsx'
import { waymarkAt } from './graphics/waymark-shapes.ts'
import { Waymark } from './graphics/waymark.tsx'

/**
 * What an answer shows. `pending` is the chosen one while the server judges, `dim` the others meanwhile;
 * after the verdict `good`, `wrong`, and `off` for the rest.
 */
export type AnswerState = 'rest' | 'pending' | 'dim' | 'good' | 'wrong' | 'off'

/** Size of the letters by the length of the text (guide 2.3): up to 24, 25 to 52, over 52 characters. */
export function answerTier(text: string): 'short' | 'medium' | 'long' {
  if (text.length <= 24) return 'short'
  return text.length <= 52 ? 'medium' : 'long'
}

const LETTERS = ['A', 'B', 'C', 'D'] as const

/** What stands at the right. Each content is an element of its own: one that changed its place would count as a shift. */
function Corner({ letter, state }: { letter: string; state: AnswerState }) {
  if (state === 'pending') {
    return (
      <span key="waiting" className={styles.waiting}>
        <Spinner />
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
  /** 0 to 3: decides shape, colour, letter and keys. */
  index: number
  state: AnswerState
  /** Not to be pressed for now, and drawn so: the line is down. */
  isLocked?: boolean
  onChoose: () => void
}

/** One of the four answers: colour, shape, letter and the full text. Every state has the same box. */
export function AnswerButton({ text, index, state, isLocked = false, onChoose }: Props) {
  const shape = waymarkAt(index)
  const letter = LETTERS[index] ?? ''
  const isInert = isLocked || state !== 'rest'
  const look = isLocked && state === 'rest' ? 'dim' : state
  return (
    <button
      type="button"
      className={classNames(styles.answer, styles[shape], look !== 'rest' && styles[look])}
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

/** An answer that has not come yet, in its colour. */
export function AnswerSkeleton({ index }: { index: number }) {
  return (
    <div className={classNames(styles.answer, styles[waymarkAt(index)], styles.loading)}>
      <span className={styles.shape} />
      <span className={styles.ghost} style={{ width: GHOST_WIDTHS[index] }} />
    </div>
  )
}
