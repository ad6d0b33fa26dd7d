import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { useEffect } from 'react'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { announce } from '../../../ui/feedback/announce.tsx'
import { type StatePicture, StateScreen } from '../../../ui/feedback/state-screen.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { GAME_PATHS } from '../game-routes.ts'
import { GAME_STRINGS } from '../strings.ts'
import { SeatBar } from './seat-bar.tsx'
import styles from './seat-screens.module.css'
import { WATCH_STRINGS } from './strings.ts'

type Props = { watched: WatchedGame }

/** Shown when the game is over and there is nothing to watch. The seat is in the next game. */
export function FinishedGame({ watched }: Props) {
  return (
    <SeatScreen
      picture="abandoned"
      title={WATCH_STRINGS.finished}
      note={WATCH_STRINGS.ifAgain(watched.host)}
      watched={watched}
    />
  )
}

/** Shown if the host has switched watching off. */
export function HiddenGame({ watched }: Props) {
  return (
    <SeatScreen
      picture="interrupt"
      title={WATCH_STRINGS.underWay(watched.host)}
      note={`${WATCH_STRINGS.seatKept}.`}
      watched={watched}
    />
  )
}

/** Shown when the game was closed without a next one, so that the seat is gone too. */
export function ClosedGame({ host }: { host: string }) {
  return (
    <Page layout="center">
      <StateScreen
        picture="empty"
        title={GAME_STRINGS.closed}
        note={WATCH_STRINGS.closedText(host)}
        action={
          <Link to={GAME_PATHS.dashboard} className={buttonClass({ variant: 'primary', block: true })}>
            {WATCH_STRINGS.home}
          </Link>
        }
      />
    </Page>
  )
}

function SeatScreen({ picture, title, note, watched }: Props & { picture: StatePicture; title: string; note: string }) {
  // The heading is read out because it has the focus.
  useEffect(() => announce(note), [note])
  return (
    <Page layout="center">
      <StateScreen picture={picture} title={title} note={note} />
      <div className={styles.seat}>
        <SeatBar watched={watched} />
      </div>
    </Page>
  )
}
