import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import styles from './lobby.module.css'

/** A card of the lobby with a title and a count. */
export function LobbyCard({ title, count, children }: { title: string; count: ReactNode; children: ReactNode }) {
  return (
    <Card isRoomy>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {count !== null && <span className={styles.count}>{count}</span>}
      </div>
      {children}
    </Card>
  )
}
