import type { Game } from '@quizmaster/contract/http/games'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import { useAction } from '../../platform/use-action.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { AnswersLink } from './answers-review.tsx'
import { FinalResults } from './final-results.tsx'
import { isHost } from './game.ts'
import { archiveGame, leaveGame, rematch, showGameFailure } from './game-calls.ts'
import { GameDock } from './game-dock.tsx'
import { GAME_PATHS } from './game-routes.ts'
import { GameSkeleton } from './game-skeleton.tsx'
import styles from './results.module.css'
import { GAME_STRINGS } from './strings.ts'
import { useGameOnScreen } from './use-game-navigation.ts'

/** The results screen of the current game. */
export function GameResults() {
  const { game, userId } = useGameOnScreen('results')
  if (!game) return <GameSkeleton />
  return (
    <>
      <Page>
        <PageTitle>{GAME_STRINGS.results}</PageTitle>
        <Results key={game.id} game={game} userId={userId} />
      </Page>
      <ResultsDock game={game} userId={userId} />
    </>
  )
}

type Props = { game: Game; userId: string | null }

/** The final ranking, and the link to the user's own answers. */
function Results({ game, userId }: Props) {
  const rows = game.players.map(({ id, name, user_id }) => ({
    id,
    name,
    points: game.state.points[id] ?? 0,
    isOwn: user_id === userId,
  }))
  const isFinished = game.status === 'finished'
  return (
    <FinalResults
      rows={rows}
      evening={game.evening}
      hasPodium={isFinished && !game.is_cancelled}
      isAbandoned={isAbandoned(game)}
    >
      {isFinished && <AnswersLink game={game} userId={userId} />}
    </FinalResults>
  )
}

/** The host can play again or archive the game; the others wait for the host or leave. */
function ResultsDock({ game, userId }: Props) {
  const { run, pendingInput } = useAction(
    (action: 'rematch' | 'archive') => (action === 'rematch' ? rematch() : archiveGame()),
    { onFailure: showGameFailure },
  )
  if (game.status !== 'finished') {
    return (
      <GameDock>
        <Link to={GAME_PATHS.lobby} className={buttonClass({ block: true })}>
          {GAME_STRINGS.goToLobby}
        </Link>
      </GameDock>
    )
  }
  if (!isHost(game, userId)) return <GuestsDock />
  return (
    <GameDock>
      {!isAbandoned(game) && (
        <Button variant="primary" block isPending={pendingInput === 'rematch'} onClick={() => run('rematch')}>
          {GAME_STRINGS.playAgain}
        </Button>
      )}
      <Button
        variant={isAbandoned(game) ? 'primary' : 'plain'}
        block
        isPending={pendingInput === 'archive'}
        onClick={() => run('archive')}
      >
        {GAME_STRINGS.archive}
      </Button>
    </GameDock>
  )
}

/** Leaving a finished game only frees the player for another one. The state of the game leads to the dashboard. */
function GuestsDock() {
  const { run, isPending, isDone } = useAction(leaveGame, { onFailure: showGameFailure })
  return (
    <GameDock>
      <p className={styles.waiting}>{GAME_STRINGS.waitingForArchive}</p>
      <Button block isPending={isPending || isDone} onClick={() => run()}>
        {GAME_STRINGS.closeResults}
      </Button>
    </GameDock>
  )
}

function isAbandoned(game: Game): boolean {
  return game.status === 'finished' && game.players.length < MIN_PLAYERS
}
