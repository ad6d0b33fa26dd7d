import type { Game } from '@quizmaster/contract/http/games'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useReportedHeight } from '../../ui/layout/use-reported-height.ts'
import { archiveGame, rematch } from './game-calls.ts'
import { isHost, MIN_PLAYERS } from './game-facts.ts'
import { GAME_PATHS } from './game-routing.ts'
import { Podium } from './podium.tsx'
import { ResultsTable } from './results-table.tsx'
import styles from './results.module.css'
import { showFailure } from './show-failure.ts'
import { GAME_STRINGS } from './strings.ts'

type Props = { game: Game; userId: string | null }

/** How a game ended. With one player left it was abandoned (spec 2). */
export function Results({ game, userId }: Props) {
  if (isAbandoned(game)) {
    return (
      <section className={styles.abandoned}>
        <img src="/img/state-abandoned.svg" alt="" width={208} height={208} />
        <h2>{GAME_STRINGS.abandoned}</h2>
      </section>
    )
  }
  return (
    <div className={styles.results}>
      {game.status === 'finished' && <Podium game={game} userId={userId} />}
      <Card className={styles.list}>
        <ResultsTable game={game} userId={userId} />
      </Card>
    </div>
  )
}

/** What can be done with the results: the host plays again or archives, the others wait for it. */
export function ResultsDock({ game, userId }: Props) {
  const [doing, setDoing] = useState<'rematch' | 'archive' | null>(null)
  async function press(what: 'rematch' | 'archive') {
    if (doing) return
    setDoing(what)
    try {
      await (what === 'rematch' ? rematch() : archiveGame())
    } catch (error) {
      showFailure(error)
    }
    setDoing(null)
  }
  if (game.status !== 'finished') {
    return (
      <Dock>
        <Link to={GAME_PATHS.lobby} className={buttonClass({ block: true })}>
          {GAME_STRINGS.goToLobby}
        </Link>
      </Dock>
    )
  }
  if (!isHost(game, userId))
    return (
      <Dock>
        <p className={styles.waiting}>{GAME_STRINGS.waitingForArchive}</p>
      </Dock>
    )
  return (
    <Dock>
      {!isAbandoned(game) && (
        <Button variant="primary" block isPending={doing === 'rematch'} onClick={() => void press('rematch')}>
          {GAME_STRINGS.playAgain}
        </Button>
      )}
      <Button
        variant={isAbandoned(game) ? 'primary' : 'plain'}
        block
        isPending={doing === 'archive'}
        onClick={() => void press('archive')}
      >
        {GAME_STRINGS.archive}
      </Button>
    </Dock>
  )
}

function isAbandoned(game: Game): boolean {
  return game.status === 'finished' && game.players.length < MIN_PLAYERS
}

function Dock({ children }: { children: React.ReactNode }) {
  const dock = useRef<HTMLElement>(null)
  useReportedHeight(dock, '--dock-height')
  return (
    <section ref={dock} className={styles.dock} aria-label={GAME_STRINGS.next}>
      <div>{children}</div>
    </section>
  )
}
