import { hasBand, likelyBand, type Share } from './band.ts'
import styles from './ruler.module.css'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

type Props = Share & {
  /** The share in all topics, shown as a dotted line. */
  usual?: Share | undefined
  /** Only for fewer than five questions: whether the latest answer to each was right. */
  results?: readonly boolean[] | undefined
  isLarge?: boolean
  /** Whether the band grows when it first appears. */
  grows?: boolean
}

/** A scale from none to all right, with the likely band or, if there are only a few questions, a dot for each. */
export function Ruler({ seen, right, usual, results, isLarge = false, grows = false }: Props) {
  const height = isLarge ? 28 : 22
  const middle = height / 2
  if (!hasBand({ seen, right })) {
    const dots = results ?? Array.from({ length: seen }, (_, index) => index < right)
    return (
      <svg className={styles.ruler} style={{ height }} aria-hidden="true">
        {dots.map((isRight, index) => {
          const x = 10 + index * 24
          return <circle key={x} className={isRight ? styles.hit : styles.miss} cx={x} cy={middle} r={7} />
        })}
      </svg>
    )
  }
  const [low, high] = likelyBand({ seen, right })
  const thickness = isLarge ? 16 : 12
  return (
    <svg className={styles.ruler} style={{ height }} aria-hidden="true">
      <line className={styles.axis} x1="0" x2="100%" y1={middle} y2={middle} />
      {TENTHS.map((tenth) => {
        const length = tenth % 5 === 0 ? 6 : 3
        const x = `${tenth * 10}%`
        return <line key={tenth} className={styles.axis} x1={x} x2={x} y1={middle - length} y2={middle + length} />
      })}
      <rect
        className={grows ? styles.growingBand : styles.band}
        x={percent(low)}
        width={percent(high - low)}
        y={middle - thickness / 2}
        height={thickness}
        rx={thickness / 2}
      />
      <svg x={percent(right / seen)} overflow="visible">
        <rect
          className={styles.point}
          x={-2.5}
          width={5}
          y={middle - thickness / 2 - 3}
          height={thickness + 6}
          rx={2.5}
        />
      </svg>
      {usual && usual.seen > 0 && (
        <line
          className={styles.usual}
          x1={percent(usual.right / usual.seen)}
          x2={percent(usual.right / usual.seen)}
          y1={-2}
          y2={height + 2}
        />
      )}
    </svg>
  )
}

const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** A cell for each question of a topic: known, being learned or unseen. */
export function Cells({ known, learning, total }: { known: number; learning: number; total: number }) {
  const width = 100 / Math.max(1, total)
  return (
    <svg className={styles.cells} aria-hidden="true">
      {Array.from({ length: total }, (_, index) => {
        const x = `${index * width}%`
        return (
          <svg key={x} x={x} width={`${width}%`} height="12" overflow="visible">
            <rect {...cellOf(index, known, learning)} x="8%" y="1" width="80%" height="10" rx="2.5" />
          </svg>
        )
      })}
    </svg>
  )
}

function cellOf(index: number, known: number, learning: number) {
  if (index < known) return { className: styles.known }
  return index < known + learning
    ? { className: styles.learning, fill: 'url(#stats-hatch)' }
    : { className: styles.unseen }
}

/** The hatch patterns that the charts of this screen use. */
export function Hatches() {
  return (
    <svg width="0" height="0" className={styles.patterns} aria-hidden="true">
      <defs>
        <pattern id="stats-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.7" height="4" className={styles.cellInk} />
        </pattern>
        <pattern id="stats-hatch-wide" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.8" height="5" className={styles.bandInk} />
        </pattern>
      </defs>
    </svg>
  )
}
