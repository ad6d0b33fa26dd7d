import type { PlayerId } from '@quizmaster/contract/ids'
import { clsx } from 'clsx/lite'
import { PlayerMark } from './player-mark.tsx'
import styles from './results-table.module.css'
import { GAME_STRINGS } from './strings.ts'

/** A name of more characters takes three lines or more on a small phone with a large font. */
const LONG_NAME = 16

/** A place in the results. */
export interface ResultsRow {
  id: PlayerId
  name: string
  points: number
  isOwn: boolean
}

type Props = {
  rows: readonly ResultsRow[]
  /** The players of the earlier games of the evening. */
  earlier: readonly PlayerId[] | undefined
}

/** The players in the server's order, best first. */
export function ResultsTable({ rows, earlier }: Props) {
  return (
    <table className={styles.table}>
      <caption className="sr">{GAME_STRINGS.results}</caption>
      <thead>
        <tr>
          <th scope="col">{GAME_STRINGS.place}</th>
          <th scope="col">{GAME_STRINGS.player}</th>
          <th scope="col">{GAME_STRINGS.points}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, points, isOwn }, index) => (
          <tr
            key={id}
            className={isOwn ? clsx(styles.own, name.length > LONG_NAME && styles.longName) : undefined}
            aria-current={isOwn || undefined}
          >
            <td>{index + 1}</td>
            <td>
              <span className={styles.player}>
                <PlayerMark playerId={id} players={rows} earlier={earlier} />
                <span>{name}</span>
              </span>
            </td>
            <td>{points.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
