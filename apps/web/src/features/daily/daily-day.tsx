import type { DailyDay } from '@quizmaster/contract/http/daily'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { shouldRetryOnline } from '../../platform/query-client.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { fetchDay } from './daily-calls.ts'
import styles from './daily-day.module.css'
import { DailyDock } from './daily-dock.tsx'
import { DailyFailure } from './daily-failure.tsx'
import { useDailyPaths } from './daily-paths.ts'
import { DailyResult } from './daily-result.tsx'
import { weekdayAndDay } from './dates.ts'
import { PictureCard } from './picture-card.tsx'
import { START_PICTURE } from './scene/composition.ts'
import { DAILY_STRINGS } from './strings.ts'
import { WeekLink } from './week-days.tsx'

/** The Daily Ten of the date in the address, or of today: its start, or its result once all are answered. */
export function DailyDayScreen() {
  const { date } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['daily', 'day', date ?? 'today'],
    queryFn: ({ signal }) => fetchDay(date, signal),
    // The state from before an answer must not be shown after it.
    gcTime: 0,
    retry: shouldRetryOnline,
  })
  if (error && !data) return <DailyFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <DaySkeleton />
  return data.result ? <DailyResult key={data.date} day={data} /> : <DailyStart key={data.date} day={data} />
}

function DaySkeleton() {
  return (
    <Page>
      <LoadingRegion className={styles.loading ?? ''}>
        <Skeleton width="100%" height={430} radius={24} />
        <Skeleton width="100%" height={112} radius={24} />
      </LoadingRegion>
    </Page>
  )
}

/** The start screen, also shown between two questions. The clock cannot be changed once a day has been begun. */
function DailyStart({ day }: { day: DailyDay }) {
  const paths = useDailyPaths()
  const [hasClock, setHasClock] = useState(day.has_clock)
  return (
    <>
      <Page>
        <BackLink to={paths.home} />
        <PictureCard className={styles.start} composition={START_PICTURE} marks={day.play?.marks ?? []}>
          <div>
            <p className={styles.date}>{weekdayAndDay(day.date)}</p>
            <h1 className={styles.title} tabIndex={-1}>
              {DAILY_STRINGS.title}
            </h1>
            <p className={styles.about}>{day.date === day.today ? DAILY_STRINGS.about : DAILY_STRINGS.aboutPast}</p>
          </div>
          <Switch
            label={DAILY_STRINGS.clock}
            note={DAILY_STRINGS.clockNote}
            isOn={hasClock}
            onChange={setHasClock}
            isDisabled={day.play !== null}
          />
        </PictureCard>
        {day.grace_date !== null && day.grace_date !== day.date && (
          <Link className={styles.grace} to={paths.day(day.grace_date)}>
            <b>{DAILY_STRINGS.graceLink}</b>
            <span>{DAILY_STRINGS.graceNote}</span>
          </Link>
        )}
        {day.weeks && <WeekLink weeks={day.weeks} />}
      </Page>
      <DailyDock>
        <Link className={buttonClass({ block: true })} to={paths.archive}>
          {DAILY_STRINGS.archive}
        </Link>
        <Link
          className={buttonClass({ variant: 'primary', block: true })}
          to={paths.play(day.date)}
          state={{ hasClock }}
        >
          {day.play ? DAILY_STRINGS.continue : DAILY_STRINGS.start}
        </Link>
      </DailyDock>
    </>
  )
}
