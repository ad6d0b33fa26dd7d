import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import styles from './lobby.module.css'

type Props = {
  title: string
  count: ReactNode
  /** At the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** A card of the lobby with a title and a count. */
export function LobbyCard({ title, count, action, children }: Props) {
  return (
    <Card isRoomy>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {count !== null && <span className={styles.count}>{count}</span>}
        {action}
      </div>
      {children}
    </Card>
  )
}
