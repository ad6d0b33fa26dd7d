import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx/lite'
import { useNavigate } from 'react-router'
import { DailyTile } from '../../../features/daily/daily-tile.tsx'
import { FriendsArt } from '../../../features/games/friends-art.tsx'
import { BringBackTile } from '../../../features/practice/bring-back-tile.tsx'
import { countDue } from '../../../features/practice/review-journey.ts'
import { Link } from '../../../ui/controls/link.tsx'
import styles from './play-tiles.module.css'
import { DASHBOARD_STRINGS } from './strings.ts'
import { useReview } from './use-review.ts'

/** The ways to play: picture links, missed questions while any are due, and one that is still in development. */
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
      <div className={styles.pair}>
        <DailyTile className={clsx(styles.tile, styles.low, styles.daily)} />
        <BringBack />
      </div>
      <button type="button" disabled className={styles.matchmaking}>
        <b>{DASHBOARD_STRINGS.matchmaking}</b> <span className={styles.tag}>{DASHBOARD_STRINGS.inDevelopment}</span>
      </button>
    </>
  )
}

/** Reserves its space until it is known whether any questions are due, so that nothing moves later. */
function BringBack() {
  const navigate = useNavigate()
  const review = useReview(() => void navigate('/app/practice/play'))
  const { data: count, isPending } = useQuery({
    queryKey: ['due_count'],
    queryFn: ({ signal }) => countDue(signal),
    staleTime: 0,
  })
  if (isPending) return <div className={styles.held} />
  if (!count) return null
  return (
    <BringBackTile
      className={clsx(styles.tile, styles.low, styles.bringBack)}
      count={count}
      isPending={review.isPending}
      onPress={() => review.run(null)}
    />
  )
}
