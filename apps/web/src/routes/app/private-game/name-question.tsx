import type { User } from '@quizmaster/contract/http/user'
import { useGameName } from '../../../features/accounts/game-name.ts'
import type { NameSheetProps } from '../../../features/accounts/name-sheet.tsx'
import { useCurrentGame } from '../../../features/games/current-game.ts'
import { lazyNamed } from '../../../platform/lazy.ts'
import { LazySheet } from '../../../ui/sheet/lazy-sheet.tsx'

const NameSheet = lazyNamed<'NameSheet', NameSheetProps>(
  () => import('../../../features/accounts/name-sheet.tsx'),
  'NameSheet',
)

/** Asks players for the name to play under when they first enter a lobby, while the game is pending. */
export function NameQuestion({ user }: { user: User }) {
  const isPending = useCurrentGame(({ game }) => game?.status === 'pending')
  const { gameName } = useGameName()
  if (!gameName) return null
  const isOpen = isPending && !gameName.is_asked
  return (
    <LazySheet isOpen={isOpen}>
      <NameSheet user={user} nameShown={gameName.name_shown} isOpen={isOpen} />
    </LazySheet>
  )
}
