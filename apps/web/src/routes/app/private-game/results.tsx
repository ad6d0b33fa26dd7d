import { Results, ResultsDock } from '../../../features/games/results.tsx'
import { GAME_STRINGS } from '../../../features/games/strings.ts'
import { useShownGame } from '../../../features/games/use-shown-game.ts'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import { GameSkeleton } from './game-skeleton.tsx'

/** How the game ended. */
export function GameResults() {
  const { game, userId } = useShownGame('results')
  if (!game) return <GameSkeleton />
  return (
    <>
      <Page>
        <PageTitle>{GAME_STRINGS.results}</PageTitle>
        <Results game={game} userId={userId} />
      </Page>
      <ResultsDock game={game} userId={userId} />
    </>
  )
}
