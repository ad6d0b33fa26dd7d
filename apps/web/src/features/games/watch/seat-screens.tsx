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

/** Nothing is left to watch of this game; the seat is in the next one. */
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

/** The host has switched watching off. */
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

/** The game is gone without a next one, and the seat with it. */
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
  // The heading is read by its focus.
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
