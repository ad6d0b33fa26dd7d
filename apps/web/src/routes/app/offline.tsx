import { Link, useMatch } from 'react-router'
import { countReadyQuestions } from '../../features/practice/ready-questions.ts'
import { useLastSeen } from '../../features/progress/last-seen.ts'
import { NeedsNetwork } from '../../ui/feedback/needs-network.tsx'
import { DayIcon, FriendsIcon, UserIcon } from '../../ui/graphics/icons.tsx'
import { PodiumIcon } from '../../ui/graphics/landing-icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './offline.module.css'
import { OFFLINE_STRINGS } from './strings.ts'

/** In place of a screen after a start without a network: the home screen shows what works, others that they need it. */
export function OfflineScreen() {
  return useMatch('/app/dashboard') === null ? <NeedsNetwork /> : <OfflineHome />
}

function OfflineHome() {
  const seen = useLastSeen()
  const readyCount = countReadyQuestions()
  return (
    <Page layout="flow">
      <div className={styles.greeting}>
        <h1 tabIndex={-1}>{seen ? OFFLINE_STRINGS.greeting(seen.name) : OFFLINE_STRINGS.offline}</h1>
        {seen && <p>{OFFLINE_STRINGS.lastSeen(seen.level, seen.rank, timeOf(seen.atMs))}</p>}
      </div>
      <div className={styles.parts}>
        {readyCount > 0 && (
          <Link to="/app/practice/play" className={styles.tile}>
            <img src="/img/hero-wide.svg" alt="" width={1000} height={620} />
            <b>{OFFLINE_STRINGS.journey}</b>
            <span>{OFFLINE_STRINGS.ready(readyCount)}</span>
          </Link>
        )}
        <Card isRoomy aria-labelledby="needs-network">
          <h2 className={styles.title} id="needs-network">
            {OFFLINE_STRINGS.needsNetwork}
          </h2>
          <ul className={styles.list}>
            <li>
              <DayIcon /> {OFFLINE_STRINGS.dailyTen}
            </li>
            <li>
              <FriendsIcon /> {OFFLINE_STRINGS.playWithFriends}
            </li>
            <li>
              <UserIcon /> {OFFLINE_STRINGS.account}
            </li>
            <li>
              <PodiumIcon /> {OFFLINE_STRINGS.leaderboard}
            </li>
          </ul>
        </Card>
      </div>
      <p className={styles.again}>{OFFLINE_STRINGS.opensAgain}</p>
    </Page>
  )
}

/** The time of today, else the day. */
function timeOf(atMs: number): string {
  const at = new Date(atMs)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
}
