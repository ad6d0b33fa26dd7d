import type { CSSProperties } from 'react'
import { clsx } from 'clsx/lite'
import { CrossIcon, TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { WAYMARK_PATHS, waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import styles from './marks.module.css'
import { DAILY_STRINGS } from './strings.ts'

/** A mark's place in the row, which sets its position and animation delay. */
const placeStyle = (place: number) => ({ '--place': place }) as CSSProperties

type Look = 'right' | 'missed' | 'now' | 'to_come'

/** The waymark of a question: filled if right, outlined if missed, a dot if unanswered. Decorative. */
function Mark({ index, look }: { index: number; look: Look }) {
  return (
    <svg className={clsx(styles.mark, styles[look])} viewBox="-2 -2 28 28" aria-hidden="true">
      {look === 'to_come' || look === 'now' ? (
        <circle cx="12" cy="12" r="5.8" />
      ) : (
        <path d={WAYMARK_PATHS[waymarkAt(index)]} />
      )}
    </svg>
  )
}

type TrailProps = {
  total: number
  /** For each answered question, whether it was right. */
  marks: readonly boolean[]
  /** The index of the question on the screen, which may have been answered. */
  index: number
}

/** The trail of ten marks under the header, with a flag at its end. */
export function Trail({ total, marks, index }: TrailProps) {
  const right = marks.filter(Boolean).length
  const isAnswered = marks.length > index
  const label = isAnswered
    ? DAILY_STRINGS.trailAnswered(index + 1, total, right)
    : DAILY_STRINGS.trail(index + 1, total, right)
  const lookOf = (place: number): Look => {
    if (place < marks.length) return marks[place] ? 'right' : 'missed'
    return place === index ? 'now' : 'to_come'
  }
  return (
    <div className={styles.trail}>
      <p className="sr">{label}</p>
      <ol aria-hidden="true">
        {Array.from({ length: total }, (_, place) => place).map((place) => (
          <li key={place} style={placeStyle(place)} data-look={lookOf(place)}>
            <span className={clsx(lookOf(place) === 'now' && styles.here)}>
              <Mark index={place} look={lookOf(place)} />
            </span>
          </li>
        ))}
        <li className={styles.flag} style={placeStyle(total - 1)}>
          <svg viewBox="0 0 22 26">
            <path className={styles.pole} d="M5 25V3" />
            <path className={styles.cloth} d="M6 2.5 20 7 6 12z" />
          </svg>
        </li>
      </ol>
    </div>
  )
}

/** The ten marks of a result in one row, each with a tick or a cross. */
export function ResultMarks({ marks }: { marks: readonly boolean[] }) {
  return (
    <ol className={styles.results} aria-label={DAILY_STRINGS.tens}>
      {marks.map((isRight, index) => {
        const words = isRight ? DAILY_STRINGS.markRight(index + 1) : DAILY_STRINGS.markMissed(index + 1)
        return (
          <li key={words} style={placeStyle(index)}>
            <Mark index={index} look={isRight ? 'right' : 'missed'} />
            <span className={isRight ? styles.tick : styles.cross} aria-hidden="true">
              {isRight ? <TickIcon weight={3} /> : <CrossIcon weight={3} />}
            </span>
            <span className="sr">{words}</span>
          </li>
        )
      })}
    </ol>
  )
}
