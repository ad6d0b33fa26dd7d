import type { DailyArchive as Archive } from '@quizmaster/contract/http/daily'
import { clsx } from 'clsx/lite'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shouldRetryOnline } from '../../platform/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import styles from './daily-archive.module.css'
import { fetchArchive } from './daily-calls.ts'
import { DailyFailure } from './daily-failure.tsx'
import { useDailyPaths } from './daily-paths.ts'
import { dayAndMonth, monthAndYear, monthsBetween, weeksOf } from './dates.ts'
import { DAILY_STRINGS } from './strings.ts'

const FIRST_MONTHS = 2
const MORE_MONTHS = 6

/** All Daily Tens so far by month, latest first. */
export function DailyArchive() {
  const paths = useDailyPaths()
  const [shown, setShown] = useState(FIRST_MONTHS)
  const { data, error, refetch } = useQuery({
    queryKey: ['daily', 'archive'],
    queryFn: ({ signal }) => fetchArchive(signal),
    gcTime: 0,
    retry: shouldRetryOnline,
  })
  if (error && !data) return <DailyFailure error={error} onRetry={() => void refetch()} />
  const months = data ? monthsBetween(data.first_date, data.today) : []
  return (
    <Page>
      <BackLink to={paths.today} />
      <PageTitle subtitle={DAILY_STRINGS.archiveAbout}>{DAILY_STRINGS.archiveTitle}</PageTitle>
      <Key />
      {data ? (
        <div className={styles.months}>
          {months.slice(0, shown).map((month) => (
            <Month key={month} month={month} archive={data} />
          ))}
        </div>
      ) : (
        <LoadingRegion className={styles.months ?? ''}>
          <Skeleton width="100%" height={390} radius={24} />
        </LoadingRegion>
      )}
      {months.length > shown && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setShown(shown + MORE_MONTHS)}>
            {DAILY_STRINGS.earlier}
          </Button>
        </div>
      )}
    </Page>
  )
}

/** The legend for the marks of the days. */
function Key() {
  const { played, begun, open } = DAILY_STRINGS.key
  return (
    <ul className={styles.key}>
      <li>
        <span className={clsx(styles.mark, styles.played)}>8</span>
        {played}
      </li>
      <li>
        <span className={clsx(styles.mark, styles.begun)} />
        {begun}
      </li>
      <li>
        <span className={clsx(styles.mark, styles.open)} />
        {open}
      </li>
    </ul>
  )
}

function Month({ month, archive }: { month: string; archive: Archive }) {
  const playedCount = archive.plays.filter((play) => play.is_finished && play.date.startsWith(month)).length
  return (
    <Card className={styles.month}>
      <h2 id={month}>
        {monthAndYear(month)}
        <span>{DAILY_STRINGS.playedCount(playedCount)}</span>
      </h2>
      <table aria-labelledby={month}>
        <thead>
          <tr>
            {DAILY_STRINGS.weekDayNames.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name[0]}</span>
                <span className="sr">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date}>{date.startsWith(month) && <Day date={date} archive={archive} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** A day: a link, with the score once it has been played, or plain text if it has no Daily Ten. */
function Day({ date, archive }: { date: string; archive: Archive }) {
  const paths = useDailyPaths()
  const { first_date: first, today, plays } = archive
  const number = Number(date.slice(8))
  if (date > today || date < first) return <span className={clsx(styles.day, styles.none)}>{number}</span>
  const play = plays.find((one) => one.date === date)
  const name = dayAndMonth(date, today)
  const isToday = date === today
  const label = labelOf(name, play)
  const look = play ? (play.is_finished ? styles.played : styles.begun) : styles.open
  return (
    <Link
      className={clsx(styles.day, isToday && styles.today)}
      to={paths.day(date)}
      aria-label={isToday ? DAILY_STRINGS.dayToday(label) : label}
      aria-current={isToday ? 'date' : undefined}
    >
      {number}
      <span className={clsx(styles.mark, look)}>{play?.is_finished ? play.right_count : ''}</span>
    </Link>
  )
}

function labelOf(name: string, play: Archive['plays'][number] | undefined): string {
  if (!play) return DAILY_STRINGS.dayOpen(name)
  return play.is_finished ? DAILY_STRINGS.dayPlayed(name, play.right_count) : DAILY_STRINGS.dayBegun(name)
}
