import type { CSSProperties, ReactNode } from 'react'
import { clsx } from 'clsx/lite'
import styles from './halo.module.css'
import { waymarkAt } from './waymark-shapes.ts'
import { Waymark } from './waymark.tsx'

/** Final positions of the pieces, in px from the centre. */
const PIECES = [
  [-172, -70],
  [-128, -96],
  [-196, -8],
  [-148, -22],
  [-214, 52],
  [-132, 44],
  [-176, 88],
  [-118, 92],
  [-236, -52],
  [-232, 100],
  [174, -66],
  [124, -98],
  [200, -14],
  [150, -28],
  [216, 46],
  [134, 40],
  [178, 84],
  [120, 94],
  [238, -58],
  [230, 106],
] as const
const SIZES_PX = [15, 11, 19, 13, 17] as const

type Vars = CSSProperties & Record<'--x' | '--y' | '--turn' | '--size', string>

function look(index: number, [x, y]: (typeof PIECES)[number]): Vars {
  return {
    '--x': `${x}px`,
    '--y': `${y}px`,
    '--turn': `${(index * 67) % 360}deg`,
    '--size': `${SIZES_PX[index % SIZES_PX.length] ?? 15}px`,
  }
}

type Props = {
  children: ReactNode
  /** `large` is for a picture that stands alone. */
  size?: 'regular' | 'large'
}

/** A picture in front of sun rays with confetti of waymarks, for celebrations. */
export function Halo({ children, size = 'regular' }: Props) {
  return (
    <div className={clsx(styles.halo, size === 'large' && styles.large)}>
      <div className={styles.sky} aria-hidden="true">
        <span className={styles.rays} />
        {PIECES.map((place, index) => {
          const shape = waymarkAt(index * 3 + (index > 9 ? 1 : 0))
          return (
            <span key={place.join()} className={clsx(styles.piece, styles[shape])} style={look(index, place)}>
              <Waymark shape={shape} />
            </span>
          )
        })}
      </div>
      {children}
    </div>
  )
}
