import { GetReady } from '../../../features/games/get-ready.tsx'
import { PendingLobby, RunningLobby } from '../../../features/games/lobby.tsx'
import { useShownGame } from '../../../features/games/use-shown-game.ts'
import { openModal } from '../../../features/modals/modal-store.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { GameSkeleton } from './game-skeleton.tsx'

/** The lobby: players come, the countdown, or the game that is on (spec 2). */
export function GameLobby() {
  const { game, userId } = useShownGame('lobby')
  if (!game) return <GameSkeleton />
  return (
    <Page>
      {game.status === 'pending' && <PendingLobby game={game} userId={userId} />}
      {game.status === 'starting' && <GetReady endsAtMs={game.phase_ends_at ?? 0} />}
      {game.status === 'running' && (
        <RunningLobby
          game={game}
          userId={userId}
          onCancel={() => openModal('cancelGameOnGameRunning', null)}
          onLeave={() => openModal('leaveGameOnGameRunning', null)}
        />
      )}
    </Page>
  )
}
