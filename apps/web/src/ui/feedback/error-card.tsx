import { Button } from '../controls/button.tsx'
import { Card } from '../layout/card.tsx'
import styles from './error-card.module.css'
import { WaymarkTile } from '../graphics/waymark.tsx'

type Props = {
  onRetry: () => void
  /** A retry is pending. */
  isRetrying?: boolean
  note?: string
}

/** Replaces a part of a screen whose data could not be fetched, after all automatic retries. */
export function ErrorCard({ onRetry, isRetrying = false, note }: Props) {
  return (
    <Card className={styles.card} role="alert">
      <WaymarkTile shape="drop" size="large" />
      <h2 className={styles.title}>Something went wrong</h2>
      {note && <p className={styles.note}>{note}</p>}
      <Button onClick={onRetry} isPending={isRetrying}>
        Try again
      </Button>
    </Card>
  )
}
