import type { ReactNode } from 'react'
import styles from './state-screen.module.css'

/** The pictures there are (scripts/art/states.ts). */
export type StatePicture = 'empty' | 'error' | 'abandoned' | 'interrupt' | 'success'

type Props = {
  picture: StatePicture
  title: ReactNode
  note?: ReactNode
  /** The way on: one button or link. */
  action?: ReactNode
}

/** A screen that has nothing else to show: a picture, what is the matter, and the way on. */
export function StateScreen({ picture, title, note, action }: Props) {
  return (
    <section className={styles.state}>
      <img className={styles.picture} src={`/img/state-${picture}.svg`} alt="" width={208} height={208} />
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </section>
  )
}
