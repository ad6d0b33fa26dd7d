import styles from './chart-keys.module.css'
import marks from './ruler.module.css'
import { STATS_STRINGS } from './strings.ts'

/** The legend for the marks of a ruler. */
export function RulerKey({ hasBands }: { hasBands: boolean }) {
  if (!hasBands) {
    return (
      <p className={styles.key}>
        <span>
          <svg width="14" height="14" aria-hidden="true">
            <circle cx="7" cy="7" r="5.5" className={marks.hit} />
          </svg>
          {STATS_STRINGS.dotRight}
        </span>
        <span>
          <svg width="14" height="14" aria-hidden="true">
            <circle cx="7" cy="7" r="5.5" className={marks.miss} />
          </svg>
          {STATS_STRINGS.dotMissed}
        </span>
      </p>
    )
  }
  return (
    <p className={styles.key}>
      <span>
        <svg width="30" height="16" aria-hidden="true">
          <rect className={marks.band} x="1" y="3" width="28" height="10" rx="5" />
          <rect className={marks.point} x="13.5" y="0" width="5" height="16" rx="2.5" />
        </svg>
        {STATS_STRINGS.band}
      </span>
      <span>
        <svg width="4" height="18" aria-hidden="true">
          <path className={marks.usual} d="M2 0v18" />
        </svg>
        {STATS_STRINGS.usual}
      </span>
    </p>
  )
}

/** The legend for the cells of a topic. */
export function CellKey() {
  return (
    <p className={styles.key}>
      {(['known', 'learning', 'unseen'] as const).map((kind) => (
        <span key={kind}>
          <Sample kind={kind} />
          {STATS_STRINGS[kind]}
        </span>
      ))}
    </p>
  )
}

function Sample({ kind }: { kind: 'known' | 'learning' | 'unseen' }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect
        className={marks[kind]}
        x="1"
        y="1"
        width="10"
        height="10"
        rx="3"
        {...(kind === 'learning' ? { fill: 'url(#stats-hatch)' } : {})}
      />
    </svg>
  )
}
