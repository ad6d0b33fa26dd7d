import type { Question, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Chip } from '../../ui/controls/chip.tsx'
import { ReturnIcon } from '../../ui/graphics/icons.tsx'
import { clsx } from 'clsx/lite'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './question-card.module.css'
import { QUESTION_STRINGS } from './strings.ts'
import { VerdictBox } from './verdict.tsx'

const SHORT_CHARACTERS = 80
const MEDIUM_CHARACTERS = 140
const GAP_PX = 8

type Props = {
  question: Pick<Question, 'text' | 'topic' | 'source' | 'missed_on'>
  result: VerifyAnswerResult | null
  /** The card's accessible name. In a game, the number of the question. */
  label?: string
  /** The player's choice, named in the verdict if the answers are no longer shown. */
  chosen?: { text: string; index: number } | undefined
  /** The right answer, shown to watchers instead of a verdict. */
  reveal?: ReactNode
  /** To the right of the topic: the seconds of a timed question. */
  aside?: ReactNode
  /** Shown in the space for the verdict until there is one. */
  note?: ReactNode
}

/**
 * The question, with space for the verdict below it. It is the only scrolling area of the screen: a verdict that is
 * taller than its space is scrolled into view here, and nothing outside moves.
 */
export function QuestionCard({
  question,
  result,
  label = QUESTION_STRINGS.question,
  chosen,
  reveal,
  aside,
  note,
}: Props) {
  const cardRef = useRef<HTMLElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const slotRef = useRef<HTMLDivElement>(null)
  const [canScroll, setCanScroll] = useState(false)

  // The focus makes screen readers read the new question, and the answer keys work.
  useEffect(() => titleRef.current?.focus({ preventScroll: true }), [])
  const isClosed = Boolean(result ?? reveal)
  useLayoutEffect(() => {
    const card = cardRef.current
    const slot = slotRef.current
    if (!card || !slot) return
    setCanScroll(card.scrollHeight > card.clientHeight)
    if (isClosed) card.scrollTop = slot.firstElementChild ? topOf(slot.firstElementChild, card) - GAP_PX : 0
  }, [isClosed])

  return (
    <section
      ref={cardRef}
      className={clsx(styles.card, tierOf(question.text))}
      aria-label={label}
      // A scrolling area without controls must be focusable for keyboard users.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={canScroll ? 0 : undefined}
    >
      <div className={styles.topic}>
        <Chip isLabel>{question.topic.text}</Chip>
        {question.missed_on && (
          <span className={styles.again}>
            <ReturnIcon weight={2.4} />
            {QUESTION_STRINGS.missedOn(question.missed_on)}
          </span>
        )}
        {aside}
      </div>
      <div>
        <h1 ref={titleRef} tabIndex={-1}>
          {question.text}
        </h1>
        {question.source && <SourceLine source={question.source} />}
      </div>
      <div ref={slotRef} className={styles.slot}>
        {result ? <VerdictBox result={result} chosen={chosen} /> : (reveal ?? note)}
      </div>
    </section>
  )
}

/** A skeleton of the card. */
export function QuestionCardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton width={96} height={36} radius={18} />
      <div className={styles.lines}>
        <Skeleton width="92%" height={26} />
        <Skeleton width="64%" height={26} />
      </div>
    </div>
  )
}

/** The author and the licence of an imported question. */
function SourceLine({ source }: { source: NonNullable<Question['source']> }) {
  return (
    <p className={styles.source}>
      {QUESTION_STRINGS.source}{' '}
      <a href={source.url} target="_blank" rel="noopener noreferrer">
        {source.name}
      </a>
      , {source.licence}
    </p>
  )
}

function topOf(element: Element, card: Element): number {
  return element.getBoundingClientRect().top - card.getBoundingClientRect().top + card.scrollTop
}

/** Longer questions have a smaller font (design 2.3). */
function tierOf(text: string): string | undefined {
  if (text.length <= SHORT_CHARACTERS) return undefined
  return text.length <= MEDIUM_CHARACTERS ? styles.medium : styles.long
}
