import { classNames } from '../class-names.ts'
import styles from './waymark-bullet.module.css'
import type { WaymarkShape } from './waymark-shapes.ts'
import { Waymark } from './waymark.tsx'

/** A waymark before a line of text, in its own colour; 14 px, or what `--bullet-size` says. */
export function WaymarkBullet({ shape }: { shape: WaymarkShape }) {
  return (
    <span className={classNames(styles.bullet, styles[shape])}>
      <Waymark shape={shape} />
    </span>
  )
}
