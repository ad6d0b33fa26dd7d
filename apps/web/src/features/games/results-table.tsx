import type { Game } from '@quizmaster/contract/http/games'
import { PlayerMark } from './player-mark.tsx'
import styles from './results-table.module.css'
import { GAME_STRINGS } from './strings.ts'

/** How the players stand, in the server's order. */
export function ResultsTable({ game, userId }: { game: Game; userId: string | null }) {
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
        {game.players.map((player, index) => {
          const isOwn = player.user_id === userId
          return (
            <tr key={player.id} className={isOwn ? styles.own : undefined} aria-current={isOwn || undefined}>
              <td>{index + 1}</td>
              <td>
                <span className={styles.player}>
                  <PlayerMark playerId={player.id} players={game.players} />
                  <span>{player.name}</span>
                </span>
              </td>
              <td>{(game.state.points[player.id] ?? 0).toLocaleString('en')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
