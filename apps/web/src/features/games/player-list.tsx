import type { Game } from '@quizmaster/contract/http/games'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import { useEffect, useRef } from 'react'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { CrossIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { LockIcon } from '../../ui/graphics/icons.tsx'
import { openModal } from '../modals/modal-store.ts'
import { playSound } from './game-sounds.ts'
import { isHost } from './game.ts'
import { lockGame, showGameFailure } from './game-calls.ts'
import { LobbyCard } from './lobby-card.tsx'
import { playerChanges } from './player-changes.ts'
import { PlayerMark } from './player-mark.tsx'
import styles from './player-list.module.css'
import { GAME_STRINGS } from './strings.ts'

type Props = {
  game: Game
  userId: string | null
  /** Players can still join, and the host can remove them. */
  isOpen?: boolean
}

/** The players in the game. Announces who joins and leaves. */
export function PlayerList({ game, userId, isOpen = false }: Props) {
  useAnnouncedPlayers(game)
  const mayRemove = isOpen && isHost(game, userId)
  return (
    <LobbyCard
      title={GAME_STRINGS.players}
      count={game.players.length}
      action={mayRemove && <LockButton isLocked={game.is_locked ?? false} />}
    >
      <ul className={styles.list}>
        {game.players.map((player) => (
          <li key={player.id}>
            <PlayerMark playerId={player.id} players={game.players} earlier={game.evening?.players} />
            <span className={styles.name}>{player.name}</span>
            <span className={styles.tags}>
              {player.user_id === userId && <span className={styles.tag}>{GAME_STRINGS.you}</span>}
              {player.user_id === game.creator_id && <span className={styles.tag}>{GAME_STRINGS.host}</span>}
              {mayRemove && player.user_id !== userId && (
                <IconButton
                  size="small"
                  ground="bare"
                  label={GAME_STRINGS.remove(player.name)}
                  icon={<CrossIcon />}
                  onClick={() => openModal('removePlayer', { userId: player.user_id, name: player.name })}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {isOpen && game.players.length < MIN_PLAYERS && <p className={styles.alone}>{GAME_STRINGS.moreNeeded}</p>}
    </LobbyCard>
  )
}

/** Locks the lobby, so that nobody else can join. */
function LockButton({ isLocked }: { isLocked: boolean }) {
  const locking = useAction(lockGame, {
    onDone: (game) => announce(game.is_locked ? GAME_STRINGS.lobbyLocked : GAME_STRINGS.lobbyUnlocked),
    onFailure: showGameFailure,
  })
  return (
    <Button
      size="small"
      className={styles.lock}
      icon={<LockIcon />}
      aria-pressed={isLocked}
      onClick={() => locking.run(!isLocked)}
    >
      {isLocked ? GAME_STRINGS.locked : GAME_STRINGS.lock}
    </Button>
  )
}

function useAnnouncedPlayers({ id, players }: Game): void {
  const seen = useRef({ id, players })
  useEffect(() => {
    const before = seen.current
    seen.current = { id, players }
    if (before.id !== id) return
    const { joined, left } = playerChanges(before.players, players)
    for (const { name } of joined) {
      announce(GAME_STRINGS.joined(name, players.length))
      playSound('join')
    }
    for (const { name } of left) announce(GAME_STRINGS.left(name, players.length))
  }, [id, players])
}
