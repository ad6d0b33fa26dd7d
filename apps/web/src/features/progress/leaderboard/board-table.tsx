import { RankImage } from '../rank-images.tsx'
import type { BoardLine } from './board-rows.ts'
import styles from './leaderboard.module.css'
import { LEADERBOARD_STRINGS } from './strings.ts'

const POINTS = new Intl.NumberFormat('en')

/** The players, best first. The user's own row sticks to the screen while the page scrolls. */
export function BoardTable({ lines }: { lines: readonly BoardLine[] }) {
  return (
    <table className={styles.table}>
      <caption className="sr">{LEADERBOARD_STRINGS.title}</caption>
      <thead>
        <tr>
          <th scope="col">{LEADERBOARD_STRINGS.place}</th>
          <th scope="col">{LEADERBOARD_STRINGS.player}</th>
          <th scope="col">{LEADERBOARD_STRINGS.points}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (line.kind === 'gap' ? <Gap key={line.key} /> : <Player key={line.key} line={line} />))}
      </tbody>
    </table>
  )
}

function Gap() {
  return (
    <tr className={styles.gap} aria-hidden="true">
      <td colSpan={3}>···</td>
    </tr>
  )
}

function Player({ line: { row, isMe } }: { line: BoardLine & { kind: 'player' } }) {
  return (
    <tr className={isMe ? styles.me : undefined} aria-current={isMe || undefined}>
      <td>{POINTS.format(row.position)}</td>
      <td>
        <span className={styles.player}>
          <RankImage rankNumber={row.rank_number} name="" size="var(--patch)" />
          <span className={styles.name}>
            <b>{row.name}</b>
            <small>{LEADERBOARD_STRINGS.level(row.level)}</small>
          </span>
        </span>
      </td>
      <td>{POINTS.format(row.points)}</td>
    </tr>
  )
}
