import { useMatch } from 'react-router'
import { countReadyQuestions } from '../../features/practice/ready-questions.ts'
import { useLastSeen } from '../../features/progress/last-seen.ts'
import { Link } from '../../ui/controls/link.tsx'
import { NeedsNetwork } from '../../ui/feedback/needs-network.tsx'
import { UserIcon } from '../../ui/graphics/icons.tsx'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { PodiumIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './offline.module.css'
import { OFFLINE_STRINGS } from './strings.ts'

/**
 * Replaces a screen after a start without a network. The home screen shows what works, others that they need a network.
 */
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

/** The time of day if it is today, otherwise the date. */
function timeOf(atMs: number): string {
  const at = new Date(atMs)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
}

function DayIcon() {
  return <Line d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8" />
}

function FriendsIcon() {
  return (
    <Line d="M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c.6-3.4 3-5 6.5-5s5.9 1.6 6.5 5M16 5.3a3.3 3.3 0 0 1 0 6.4M18 15.4c2 .7 3.2 2.2 3.6 4.6" />
  )
}
