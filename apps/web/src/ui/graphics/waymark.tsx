import { clsx } from 'clsx/lite'
import { WAYMARK_PATHS, type WaymarkShape } from './waymark-shapes.ts'
import styles from './waymark.module.css'

/** One of the four shapes, in the text colour and as large as its container. Decoration only. */
export function Waymark({ shape }: { shape: WaymarkShape }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d={WAYMARK_PATHS[shape]} />
    </svg>
  )
}

type TileProps = { shape: WaymarkShape; size?: 'regular' | 'large' }

/** A waymark on a tile of its colour: an avatar, or the mark of a heading. */
export function WaymarkTile({ shape, size = 'regular' }: TileProps) {
  return (
    <span className={clsx(styles.tile, styles[shape], size === 'large' && styles.large)} aria-hidden="true">
      <Waymark shape={shape} />
    </span>
  )
}

/** A waymark before a line of text, in its own colour; 14 px, or `--bullet-size`. */
export function WaymarkBullet({ shape }: { shape: WaymarkShape }) {
  return (
    <span className={clsx(styles.bullet, styles[shape])}>
      <Waymark shape={shape} />
    </span>
  )
}
