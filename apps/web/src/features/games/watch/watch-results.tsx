import type { StageGame } from '@quizmaster/contract/http/stage'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import { FinalResults } from '../final-results.tsx'
import { GameDock } from '../game-dock.tsx'
import { GAME_STRINGS } from '../strings.ts'
import { SeatBar } from './seat-bar.tsx'

/** The results of a watched game, until the next one opens. */
export function WatchResults({ watched, game }: { watched: WatchedGame; game: StageGame }) {
  return (
    <>
      <Page>
        <PageTitle>{GAME_STRINGS.results}</PageTitle>
        <FinalResults
          rows={game.players.map(({ id, name, points }) => ({ id, name, points, isOwn: false }))}
          evening={game.evening}
          hasPodium={!game.is_cancelled}
          isAbandoned={game.players.length < MIN_PLAYERS}
        />
      </Page>
      <GameDock>
        <SeatBar watched={watched} />
      </GameDock>
    </>
  )
}
