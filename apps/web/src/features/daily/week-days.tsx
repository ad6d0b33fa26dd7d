import type { Week, Weeks } from '@quizmaster/contract/http/daily'
import { clsx } from 'clsx/lite'
import { Link } from '../../ui/controls/link.tsx'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { WAYMARK_PATHS } from '../../ui/graphics/waymark-shapes.ts'
import { useDailyPaths } from './daily-paths.ts'
import { DAILY_STRINGS } from './strings.ts'
import styles from './week-days.module.css'

/** The seven days of a week, each shown as played, rest, paused, today or to come. */
export function WeekDays({ week }: { week: Week }) {
  return (
    <ol className={styles.days}>
      {week.days.map((look, index) => (
        <li key={DAILY_STRINGS.weekDays[index]}>
          <span className={clsx(styles.day, styles[look])} aria-hidden="true">
            {look === 'played' && <TickIcon weight={3} />}
            {look === 'paused' && <PauseIcon />}
            {look === 'rest' && (
              <svg viewBox="0 0 24 24">
                <path className={styles.moon} d={WAYMARK_PATHS.moon} />
              </svg>
            )}
          </span>
          <span aria-hidden="true">{DAILY_STRINGS.weekDays[index]}</span>
          <span className="sr">
            {DAILY_STRINGS.weekDayNames[index]}, {DAILY_STRINGS.looks[look]}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** How many days of the current week have been played. Missed days are not mentioned. */
export function weekNote({ this_week: week, paused_until: until }: Weeks): string {
  return until === null ? DAILY_STRINGS.countOf(week.played_count) : DAILY_STRINGS.paused
}

/** The current week, as a link to all weeks. */
export function WeekLink({ weeks }: { weeks: Weeks }) {
  const paths = useDailyPaths()
  return (
    <Link className={styles.link} to={paths.weeks}>
      <span className={styles.head}>
        <b>{DAILY_STRINGS.thisWeek}</b>
        <span>{weekNote(weeks)}</span>
      </span>
      <WeekDays week={weeks.this_week} />
    </Link>
  )
}

function PauseIcon() {
  return <Line weight={3} d="M9 6v12M15 6v12" />
}
