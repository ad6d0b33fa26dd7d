import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { useGameName } from '../../../features/accounts/game-name.ts'
import { GameLobby } from '../../../features/games/lobby.tsx'
import { NameQuestion } from './name-question.tsx'

/** The lobby and, on a player's first visit, a sheet that asks for the name to play under. */
export function Lobby() {
  const { user } = useCurrentUser()
  const { gameName, isLoading } = useGameName()
  return (
    <>
      {user && <NameQuestion user={user} />}
      <GameLobby isCovered={isLoading || gameName?.is_asked === false} />
    </>
  )
}
