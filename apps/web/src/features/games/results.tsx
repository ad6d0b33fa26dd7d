import type { Game } from '@quizmaster/contract/http/games'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../platform/use-action.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { FlagIcon } from '../../ui/graphics/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { useReportedHeight } from '../../ui/layout/use-reported-height.ts'
import { AnswersLink } from './answers-review.tsx'
import { isHost } from './game.ts'
import { archiveGame, leaveGame, rematch, showGameFailure } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import { useSound } from './game-sounds.ts'
import { GameSkeleton } from './game-skeleton.tsx'
import { PlayerMark } from './player-mark.tsx'
import { Podium, PODIUM_PLACES } from './podium.tsx'
import styles from './results.module.css'
import { GAME_STRINGS } from './strings.ts'
import { tonightOf } from './tonight.ts'
import { useGameOnScreen } from './use-game-navigation.ts'

/** The results screen of the current game. */
export function GameResults() {
  const { game, userId } = useGameOnScreen('results')
  if (!game) return <GameSkeleton />
  return (
    <>
      <Page>
        <PageTitle>{GAME_STRINGS.results}</PageTitle>
        <AnnouncedResults key={game.id} game={game} userId={userId} />
        <Tonight game={game} />
        <Results game={game} userId={userId} />
      </Page>
      <ResultsDock game={game} userId={userId} />
    </>
  )
}

/** The games won this evening; nothing in the first one. */
function Tonight({ game }: { game: Game }) {
  const tonight = tonightOf(game)
  if (tonight === null) return null
  return (
    <p className={styles.tonight}>
      <FlagIcon weight={2.4} />
      {tonight}
    </p>
  )
}

/** Says once, in sentences, what the podium shows: it is a picture, hidden from screen readers. */
function AnnouncedResults({ game, userId }: Props) {
  const said = hasPodium(game) ? spokenResults(game, userId) : ''
  useEffect(() => announce(said), [said])
  useSound('podium', said || null)
  return null
}

function spokenResults(game: Game, userId: string | null): string {
  const pointsOf = (index: number) => game.state.points[game.players[index]?.id ?? ''] ?? 0
  const [first, second, third] = game.players.map(({ name }) => name)
  const ownIndex = game.players.findIndex((player) => player.user_id === userId)
  const own = { place: ownIndex + 1, count: game.players.length, points: pointsOf(ownIndex) }
  const others = [second && GAME_STRINGS.second(second), third && GAME_STRINGS.third(third)].filter(Boolean)
  const sentences = [
    first && GAME_STRINGS.hasWon(first, pointsOf(0)),
    others.join(', '),
    tonightOf(game),
    // Who is on the podium has been named.
    ownIndex >= PODIUM_PLACES && GAME_STRINGS.finalStanding(own),
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}

function hasPodium(game: Game): boolean {
  return game.status === 'finished' && !game.is_cancelled && !isAbandoned(game)
}

type Props = { game: Game; userId: string | null }

/** The final ranking. A game with one player left was abandoned. */
function Results({ game, userId }: Props) {
  if (isAbandoned(game)) {
    return (
      <section className={styles.abandoned}>
        <img src="/img/state-abandoned.svg" alt="" width={208} height={208} />
        <h2>{GAME_STRINGS.abandoned}</h2>
        <AnswersLink game={game} userId={userId} />
      </section>
    )
  }
  return (
    <div className={styles.results}>
      {hasPodium(game) && <Podium game={game} userId={userId} />}
      <Card className={styles.list}>
        <ResultsTable game={game} userId={userId} />
      </Card>
      {game.status === 'finished' && (
        <div className={styles.answers}>
          <AnswersLink game={game} userId={userId} />
        </div>
      )}
    </div>
  )
}

/** The host can play again or archive the game; the others wait for that, or go. */
function ResultsDock({ game, userId }: Props) {
  const { run, pendingInput } = useAction(
    (action: 'rematch' | 'archive') => (action === 'rematch' ? rematch() : archiveGame()),
    { onFailure: showGameFailure },
  )
  if (game.status !== 'finished') {
    return (
      <Dock>
        <Link to={GAME_PATHS.lobby} className={buttonClass({ block: true })}>
          {GAME_STRINGS.goToLobby}
        </Link>
      </Dock>
    )
  }
  if (!isHost(game, userId)) return <GuestsDock />
  return (
    <Dock>
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
    </Dock>
  )
}

/** Leaving a finished game changes nothing but that the player is free; the state of the game leads to the dashboard. */
function GuestsDock() {
  const { run, isPending, isDone } = useAction(leaveGame, { onFailure: showGameFailure })
  return (
    <Dock>
      <p className={styles.waiting}>{GAME_STRINGS.waitingForArchive}</p>
      <Button block isPending={isPending || isDone} onClick={() => run()}>
        {GAME_STRINGS.closeResults}
      </Button>
    </Dock>
  )
}

function isAbandoned(game: Game): boolean {
  return game.status === 'finished' && game.players.length < MIN_PLAYERS
}

function Dock({ children }: { children: ReactNode }) {
  const dock = useRef<HTMLElement>(null)
  useReportedHeight(dock, '--dock-height')
  return (
    <section ref={dock} className={styles.dock} aria-label={GAME_STRINGS.next}>
      <div>{children}</div>
    </section>
  )
}

/** The players in the server's order, best first. */
function ResultsTable({ game, userId }: { game: Game; userId: string | null }) {
  return (
    <table className={styles.table}>
      <caption className="sr">{GAME_STRINGS.results}</caption>
      <thead>
        <tr>
          <th scope="col">{GAME_STRINGS.place}</th>
          <th scope="col">{GAME_STRINGS.player}</th>
          <th scope="col">{GAME_STRINGS.points}</th>
        </tr>
      </thead>
      <tbody>
        {game.players.map((player, index) => {
          const isOwn = player.user_id === userId
          return (
            <tr key={player.id} className={isOwn ? styles.own : undefined} aria-current={isOwn || undefined}>
              <td>{index + 1}</td>
              <td>
                <span className={styles.player}>
                  <PlayerMark playerId={player.id} players={game.players} earlier={game.evening?.players} />
                  <span>{player.name}</span>
                </span>
              </td>
              <td>{(game.state.points[player.id] ?? 0).toLocaleString('en')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
