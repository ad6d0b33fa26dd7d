import type { User } from '@quizmaster/contract/http/user'
import { useGameName } from '../../features/accounts/game-name.ts'
import { NameSheet } from '../../features/accounts/name-sheet.tsx'
import { useCurrentGame } from '../../features/games/current-game.ts'

/** Asks players for the name to play under when they first enter a lobby, while the game is pending. */
export function NameQuestion({ user }: { user: User }) {
  const isPending = useCurrentGame(({ game }) => game?.status === 'pending')
  const gameName = useGameName()
  if (!gameName) return null
  return <NameSheet user={user} nameShown={gameName.name_shown} isOpen={isPending && !gameName.is_asked} />
}
