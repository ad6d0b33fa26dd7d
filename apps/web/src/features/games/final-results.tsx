import type { Game } from '@quizmaster/contract/http/games'
import { type ReactNode, useEffect } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { FlagIcon } from '../../ui/graphics/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useSound } from './game-sounds.ts'
import { Podium, PODIUM_PLACES } from './podium.tsx'
import { ResultsTable, type ResultsRow } from './results-table.tsx'
import styles from './results.module.css'
import { GAME_STRINGS } from './strings.ts'
import { tonightOf } from './tonight.ts'

type Props = {
  /** In the server's order, best first. */
  rows: readonly ResultsRow[]
  evening: Game['evening']
  /** A game that is not finished, or was cancelled, has no podium. */
  hasPodium: boolean
  /** Only one player is left. */
  isAbandoned: boolean
  /** Below the table. */
  children?: ReactNode
}

/** The games won this evening, the podium and the table, announced in sentences. */
export function FinalResults({ rows, evening, hasPodium, isAbandoned, children }: Props) {
  const isOnPodium = hasPodium && !isAbandoned
  const tonight = tonightOf({ players: rows, evening })
  useAnnouncedResults(isOnPodium ? spokenResults(rows, tonight) : '')
  return (
    <>
      {tonight !== null && (
        <p className={styles.tonight}>
          <FlagIcon weight={2.4} />
          {tonight}
        </p>
      )}
      {isAbandoned ? (
        <section className={styles.abandoned}>
          <img src="/img/state-abandoned.svg" alt="" width={208} height={208} />
          <h2>{GAME_STRINGS.abandoned}</h2>
          {children}
        </section>
      ) : (
        <div className={styles.results}>
          {isOnPodium && <Podium rows={rows} earlier={evening?.players} />}
          <Card className={styles.list}>
            <ResultsTable rows={rows} earlier={evening?.players} />
          </Card>
          {children !== undefined && <div className={styles.answers}>{children}</div>}
        </div>
      )}
    </>
  )
}

/** Announces the podium once, in sentences: it is a picture that is hidden from screen readers. */
function useAnnouncedResults(said: string): void {
  useEffect(() => announce(said), [said])
  useSound('podium', said || null)
}

function spokenResults(rows: readonly ResultsRow[], tonight: string | null): string {
  const [first, second, third] = rows
  const ownIndex = rows.findIndex(({ isOwn }) => isOwn)
  const own = { place: ownIndex + 1, count: rows.length, points: rows[ownIndex]?.points ?? 0 }
  const others = [second && GAME_STRINGS.second(second.name), third && GAME_STRINGS.third(third.name)].filter(Boolean)
  const sentences = [
    first && GAME_STRINGS.hasWon(first.name, first.points),
    others.join(', '),
    tonight,
    // Players on the podium have been named.
    ownIndex >= PODIUM_PLACES && GAME_STRINGS.finalStanding(own),
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}
