import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import styles from './payment-outcome.module.css'

type Props = {
  picture: 'success' | 'interrupt'
  title: string
  /** The rest of the sentence, in smaller letters. */
  note: string
  /** The way on. */
  action: ReactNode
}

/** How a payment went. What is said is the text of one element, so that it is met whole (guide 3.2). */
export function PaymentOutcome({ picture, title, note, action }: Props) {
  return (
    <Page layout="center">
      <section className={styles.outcome} aria-live="polite">
        <img className={styles.picture} src={`/img/state-${picture}.svg`} alt="" width={208} height={208} />
        <h1 tabIndex={-1}>
          {title} <span>{note}</span>
        </h1>
        {action}
      </section>
    </Page>
  )
}
