import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import styles from './lobby-card.module.css'

/** A part of the lobby: what it is about, how many there are of it, and the things themselves. */
export function LobbyCard({ title, count, children }: { title: string; count: ReactNode; children: ReactNode }) {
  return (
    <Card isRoomy>
      <div className={styles.head}>
        <h2>{title}</h2>
        {count !== null && <span className={styles.count}>{count}</span>}
      </div>
      {children}
    </Card>
  )
}
