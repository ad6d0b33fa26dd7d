import type { PlayerId } from '@quizmaster/contract/ids'
import { Card } from '../../ui/layout/card.tsx'
import { clsx } from 'clsx/lite'
import { Halo } from '../../ui/graphics/halo.tsx'
import { PlayerMark } from './player-mark.tsx'
import styles from './podium.module.css'

const STEPS = [styles.first, styles.second, styles.third]

/** How many players are on the podium. */
export const PODIUM_PLACES = STEPS.length

type Props = {
  rows: readonly { id: PlayerId; name: string; isOwn: boolean }[]
  /** The players of the earlier games of the evening. */
  earlier: readonly PlayerId[] | undefined
}

/**
 * The first three players, with confetti if the user is one of them. Hidden from screen readers, because the table
 * beside it has the same content.
 */
export function Podium({ rows, earlier }: Props) {
  const winners = rows.slice(0, STEPS.length)
  return (
    <Card className={styles.podium} aria-hidden="true">
      {winners.some(({ isOwn }) => isOwn) && (
        <div className={styles.party}>
          <Halo>{null}</Halo>
        </div>
      )}
      {winners.map((player, index) => (
        <div key={player.id} className={clsx(styles.step, STEPS[index])}>
          {index === 0 && <Flag />}
          <PlayerMark playerId={player.id} players={rows} earlier={earlier} size="large" />
          <span className={styles.name}>{player.name}</span>
          <span className={styles.block}>{index + 1}</span>
        </div>
      ))}
    </Card>
  )
}

function Flag() {
  return (
    <svg className={styles.flag} viewBox="0 0 24 34">
      <path d="M12 34V2" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M13 3l13 5-13 6z" fill="#FF7A3D" />
    </svg>
  )
}
