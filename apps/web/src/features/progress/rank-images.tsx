import type { CSSProperties } from 'react'
import styles from './rank-images.module.css'

type Props = {
  /** 1 to 8; 0 is no rank yet and shows a dashed ring instead of a picture. */
  rankNumber: number
  /** The rank's name, from the server; the alternative text. */
  name: string
  /** Any CSS length; the screens set 112 px on phones and 160 px on desktops. */
  size?: string
}

/** The patch of a rank. */
export function RankImage({ rankNumber, name, size = '112px' }: Props) {
  const style: CSSProperties & Record<'--rank-size', string> = { '--rank-size': size }
  if (rankNumber < 1) return <span className={styles.ring} style={style} />
  return (
    <img
      className={styles.image}
      style={style}
      src={`/img/rank-${rankNumber}.png`}
      width={160}
      height={160}
      alt={name}
    />
  )
}

const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** How many of the ten badges are lit at a level: 23 has 3, 30 has 10, 0 has none (design 2.7). */
export function litBadges(level: number): number {
  return level <= 0 ? 0 : ((level - 1) % 10) + 1
}

/** The ten badges of a rank, lit up to the level; one line of text for screen readers. */
export function LevelBadges({ level }: { level: number }) {
  const lit = litBadges(level)
  return (
    <div>
      <p className="sr">{`Level ${lit} of 10 in this rank`}</p>
      <div className={styles.badges} aria-hidden="true">
        {SLOTS.map((slot) => (
          <img
            key={slot}
            className={slot > lit ? styles.unlit : undefined}
            data-lit={slot <= lit}
            src={`/img/level-badge-xs-${slot % 10}.png`}
            width={48}
            height={48}
            alt=""
          />
        ))}
      </div>
    </div>
  )
}
