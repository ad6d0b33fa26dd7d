import type { CSSProperties } from 'react'
import styles from './rank-image.module.css'

type Props = {
  /** 1 to 8; 0 is no rank yet and shows a dashed ring, for which there is no picture to fetch. */
  rankNumber: number
  /** The name as the server gives it; read out. */
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
