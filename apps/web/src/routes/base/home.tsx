import { useEffect, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react'
import { storage } from '../../platform/storage.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { clsx } from 'clsx/lite'
import { PeopleIcon, PodiumIcon, StairsIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import styles from './home.module.css'
import { strings } from './strings.ts'

const PRELOAD_AFTER_MS = 3_000
const FACTS: readonly { text: string; icon: ReactNode; tone: string | undefined }[] = [
  { text: strings.facts[0], icon: <StairsIcon />, tone: styles.peak },
  { text: strings.facts[1], icon: <PeopleIcon />, tone: styles.sun },
  { text: strings.facts[2], icon: <PodiumIcon />, tone: styles.drop },
]

/** The landing page: what the game offers, or a pending invitation, and the buttons to sign in or to try it. */
export function Home() {
  const joinGameId = useStoredInvite()
  useEffect(preloadSignIn, [])
  return (
    <>
      <div className={styles.box}>
        <Facts isHidden={joinGameId !== null} />
        {joinGameId !== null && <Invite gameId={joinGameId} />}
      </div>
      <div className={styles.buttons}>
        <Link
          className={buttonClass({ variant: 'primary', block: true })}
          to="/base/login/request-code"
          onClick={blockWhileOffline}
        >
          {strings.signIn}
        </Link>
        <div className={styles.visitors}>
          <Link className={buttonClass({ block: true })} to="/def/infinite-game" onClick={blockWhileOffline}>
            {strings.tryQuiz}
          </Link>
          <Link className={buttonClass({ block: true })} to="/def/daily" onClick={blockWhileOffline}>
            {strings.daily}
          </Link>
        </div>
      </div>
      <nav className={styles.legal} aria-label={strings.legal}>
        <Link to="/base/pages/terms-of-service?back=/base/home">{strings.termsOfService}</Link>
        <Link to="/base/pages/privacy-policy?back=/base/home">{strings.privacyPolicy}</Link>
        <Link to="/base/pages/cookie-policy?back=/base/home">{strings.cookiePolicy}</Link>
      </nav>
    </>
  )
}

/** Preloads the sign-in screen once the page is idle. */
function preloadSignIn(): () => void {
  const timer = setTimeout(() => void import('./login/request-code.tsx').catch(() => undefined), PRELOAD_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Without a network the next screen cannot load, so the buttons say so instead. */
function blockWhileOffline(event: MouseEvent): void {
  if (navigator.onLine) return
  event.preventDefault()
  showToast({ type: 'error', title: strings.offline, message: strings.offlineMessage })
}

/** The page is prerendered without an invitation; the stored id is shown right after hydration. */
function useStoredInvite(): string | null {
  return useSyncExternalStore(
    () => () => {},
    () => storage.get('joinGameId'),
    () => null,
  )
}

/** The facts keep their space while they are hidden, so that the box keeps its height with an invitation. */
function Facts({ isHidden }: { isHidden: boolean }) {
  return (
    <ul className={clsx(styles.facts, isHidden && styles.hidden)}>
      {FACTS.map(({ text, icon, tone }) => (
        <li key={text}>
          <span className={clsx(styles.tile, tone)}>{icon}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}

function Invite({ gameId }: { gameId: string }) {
  return (
    <section className={styles.invite}>
      <p className={styles.eyebrow}>{strings.gameId}</p>
      <p className={styles.gameId}>{gameId}</p>
      <p className={styles.invited}>{strings.invited}</p>
    </section>
  )
}
