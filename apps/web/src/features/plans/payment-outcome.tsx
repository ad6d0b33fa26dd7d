import type { ReactNode } from 'react'
import { Page } from '../../ui/layout/page.tsx'
import { StateScreen } from '../../ui/feedback/state-screen.tsx'
import styles from './payment-outcome.module.css'

type Props = {
  picture: 'success' | 'interrupt'
  title: string
  /** The rest of the sentence, in smaller type. */
  note: string
  /** The button or link to the next screen. */
  action: ReactNode
}

/**
 * The outcome of a payment. The whole sentence is in one element, so that it is read out as one sentence (design 3.2).
 */
export function PaymentOutcome({ picture, title, note, action }: Props) {
  const sentence = (
    <>
      {title} <span className={styles.note}>{note}</span>
    </>
  )
  return (
    <Page layout="center">
      <div aria-live="polite">
        <StateScreen picture={picture} title={sentence} action={action} />
      </div>
    </Page>
  )
}
