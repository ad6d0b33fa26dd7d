import type { ReactNode } from 'react'
import styles from './state-screen.module.css'

/** The available pictures (scripts/art/states.ts). */
export type StatePicture = 'empty' | 'error' | 'abandoned' | 'interrupt' | 'success'

type Props = {
  picture: StatePicture
  title: ReactNode
  note?: ReactNode
  /** The buttons or links below. */
  action?: ReactNode
}

/** A screen with nothing else to show: a picture, the state in words, and what to do next. */
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
