import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { useGameName } from '../../../features/accounts/game-name.ts'
import { GameLobby } from '../../../features/games/lobby.tsx'
import { NameQuestion } from './name-question.tsx'

/** The lobby; over it, on a player's first visit, the question for the name to play under. */
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
