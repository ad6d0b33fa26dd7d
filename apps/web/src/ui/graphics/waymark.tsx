import { classNames } from '../class-names.ts'
import { WAYMARK_PATHS, type WaymarkShape } from './waymark-shapes.ts'
import styles from './waymark.module.css'

/** One of the four shapes, in the colour of the text and as large as its place. Never read out. */
export function Waymark({ shape }: { shape: WaymarkShape }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d={WAYMARK_PATHS[shape]} />
    </svg>
  )
}

type TileProps = { shape: WaymarkShape; size?: 'regular' | 'large' }

/** A waymark on a tile of its colour: a player's picture, or the head of a fact. */
export function WaymarkTile({ shape, size = 'regular' }: TileProps) {
  return (
    <span className={classNames(styles.tile, styles[shape], size === 'large' && styles.large)} aria-hidden="true">
      <Waymark shape={shape} />
    </span>
  )
}
