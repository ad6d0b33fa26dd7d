import { Link } from 'react-router'
import { FriendsArt } from '../../../features/games/friends-art.tsx'
import { DASHBOARD_STRINGS } from './strings.ts'
import styles from './tiles.module.css'

/** The ways to play: two pictures that are links, and one that is not there yet. */
export function PlayTiles() {
  return (
    <>
      <div className={styles.pair}>
        <Link to="/app/practice" className={styles.tile}>
          <img className={styles.art} src="/img/hero-wide.svg" alt="" width={1000} height={620} />
          <b>{DASHBOARD_STRINGS.journey}</b>
        </Link>
        <Link to="/app/private-game" className={styles.tile}>
          <FriendsArt className={styles.art} />
          <b>{DASHBOARD_STRINGS.playWithFriends}</b>
        </Link>
      </div>
      <button type="button" disabled className={styles.matchmaking}>
        <b>{DASHBOARD_STRINGS.matchmaking}</b> <span className={styles.tag}>{DASHBOARD_STRINGS.inDevelopment}</span>
      </button>
    </>
  )
}
