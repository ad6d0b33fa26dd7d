import type { Game } from '@quizmaster/contract/http/games'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { iconButtonClass } from '../../ui/controls/icon-button.tsx'
import { SettingsIcon, WarningIcon } from '../../ui/graphics/icons.tsx'
import { archiveGame, leaveGame } from './game-calls.ts'
import { isHost } from './game-facts.ts'
import { GAME_PATHS } from './game-routing.ts'
import { Invitation } from './invitation.tsx'
import { LobbyTopics } from './lobby-topics.tsx'
import styles from './lobby.module.css'
import { PlayerList } from './player-list.tsx'
import { showFailure } from './show-failure.ts'
import { GAME_STRINGS } from './strings.ts'

type Props = { game: Game; userId: string | null }

/** The lobby while players come: how to get in, who is there, what it will be about. */
export function PendingLobby({ game, userId }: Props) {
  const isByHost = isHost(game, userId)
  return (
    <>
      <LobbyHead>
        {isByHost && (
          <Link
            to={GAME_PATHS.settings}
            className={iconButtonClass({ size: 'small' })}
            aria-label={GAME_STRINGS.settings}
          >
            <SettingsIcon />
          </Link>
        )}
        {isByHost ? (
          <WayOut label={GAME_STRINGS.archiveGame} onLeave={archiveGame} />
        ) : (
          <WayOut label={GAME_STRINGS.leaveGame} onLeave={leaveGame} />
        )}
      </LobbyHead>
      <div className={styles.pending}>
        <Invitation gameId={game.id} />
        <div className={styles.lists}>
          <PlayerList game={game} userId={userId} isOpen />
          <LobbyTopics game={game} isByHost={isByHost} />
        </div>
      </div>
    </>
  )
}

type RunningProps = Props & { onCancel: () => void; onLeave: () => void }

/** The lobby while the game is on: the way back into it is in the bar, the way out asks first. */
export function RunningLobby({ game, userId, onCancel, onLeave }: RunningProps) {
  const isByHost = isHost(game, userId)
  const { current_question_index: index } = game.state
  return (
    <>
      <LobbyHead>
        <Button variant="danger" size="small" onClick={isByHost ? onCancel : onLeave}>
          {isByHost ? GAME_STRINGS.cancelGame : GAME_STRINGS.leaveGame}
        </Button>
      </LobbyHead>
      <Card isRoomy className={styles.status}>
        <div>
          <h2>{GAME_STRINGS.inProgress}</h2>
          <p>{GAME_STRINGS.questionOf(index + 1, game.settings.question_count)}</p>
        </div>
        <p className={styles.warning}>
          <WarningIcon weight={2.4} />
          <span>{isByHost ? GAME_STRINGS.cancelWarning : GAME_STRINGS.leaveWarning}</span>
        </p>
      </Card>
      <PlayerList game={game} userId={userId} />
    </>
  )
}

function LobbyHead({ children }: { children: React.ReactNode }) {
  return (
    <div className={styles.head}>
      <h1 tabIndex={-1}>{GAME_STRINGS.fun}</h1>
      <div className={styles.ways}>{children}</div>
    </div>
  )
}

/** Archiving and leaving a lobby ask nothing (contract 8); where it leads the state of the game decides. */
function WayOut({ label, onLeave }: { label: string; onLeave: () => Promise<unknown> }) {
  const [isPending, setIsPending] = useState(false)
  async function press() {
    setIsPending(true)
    try {
      await onLeave()
    } catch (error) {
      showFailure(error)
      setIsPending(false)
    }
  }
  return (
    <Button variant="danger" size="small" isPending={isPending} onClick={() => void press()}>
      {label}
    </Button>
  )
}
