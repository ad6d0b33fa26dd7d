import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { useAction } from '../../../platform/use-action.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showGameFailure } from '../game-calls.ts'
import { PlayerMark } from '../player-mark.tsx'
import styles from './seat-bar.module.css'
import { WATCH_STRINGS } from './strings.ts'
import { leaveSeat } from './watch-calls.ts'

type Props = {
  watched: WatchedGame
  /** Whether the screen shows the running game. */
  isWatching?: boolean
}

/** The seat in the next game, with the shape that the player will have there, and the button to leave. */
export function SeatBar({ watched, isWatching = false }: Props) {
  const { seat } = watched
  const { run, isPending, isDone } = useAction(leaveSeat, { onFailure: showGameFailure })
  return (
    <div className={styles.seat}>
      <PlayerMark playerId={seat.player_id} players={[{ id: seat.player_id }]} earlier={seat.earlier} />
      <p>
        <b>{isWatching ? WATCH_STRINGS.watching : WATCH_STRINGS.seatKept}</b>
        <small>{isWatching ? WATCH_STRINGS.keptForNext : WATCH_STRINGS.opensHere}</small>
      </p>
      <Button size="small" className={styles.leave} isPending={isPending || isDone} onClick={() => run()}>
        {WATCH_STRINGS.leave}
      </Button>
    </div>
  )
}
