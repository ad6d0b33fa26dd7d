import type { Week, Weeks } from '@quizmaster/contract/http/daily'
import { clsx } from 'clsx/lite'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../platform/use-action.ts'
import { shouldRetryOnline } from '../../platform/query-client.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { changeWeeks, fetchWeeks } from './daily-calls.ts'
import { DailyFailure } from './daily-failure.tsx'
import { useDailyPaths } from './daily-paths.ts'
import styles from './daily-weeks.module.css'
import { dayAndMonth, weekRange } from './dates.ts'
import { DAILY_STRINGS } from './strings.ts'
import { WeekDays, weekNote } from './week-days.tsx'

const WEEKS_KEY = ['daily', 'weeks']

/** The player's weeks, the pause, and the switch that hides the weeks. */
export function DailyWeeks() {
  const paths = useDailyPaths()
  const { data, error, refetch } = useQuery({
    queryKey: WEEKS_KEY,
    queryFn: ({ signal }) => fetchWeeks(signal),
    gcTime: 0,
    retry: shouldRetryOnline,
  })
  if (error && !data) return <DailyFailure error={error} onRetry={() => void refetch()} />
  return (
    <Page>
      <BackLink to={paths.today} />
      <PageTitle>{DAILY_STRINGS.weeksTitle}</PageTitle>
      {data ? (
        <div className={styles.columns}>
          {data.are_shown ? <ThisWeek weeks={data} /> : <Hidden />}
          <div className={styles.column}>
            <Switches weeks={data} />
            {data.are_shown && data.past.length > 0 && <PastWeeks weeks={data.past} />}
          </div>
        </div>
      ) : (
        <LoadingRegion className={styles.columns ?? ''}>
          <Skeleton width="100%" height={300} radius={24} />
          <Skeleton width="100%" height={150} radius={24} />
        </LoadingRegion>
      )}
    </Page>
  )
}

function ThisWeek({ weeks }: { weeks: Weeks }) {
  const { run, best, this_week: week } = weeks
  return (
    <div className={styles.column}>
      <Card className={styles.run}>
        {run > 0 && <span className={styles.number}>{run}</span>}
        <div>
          <h2>{run > 0 ? DAILY_STRINGS.inARow(run) : DAILY_STRINGS.noRun}</h2>
          {best > 0 && <p>{DAILY_STRINGS.best(best)}</p>}
        </div>
      </Card>
      <Card className={styles.week}>
        <div className={styles.head}>
          <h2>{DAILY_STRINGS.thisWeek}</h2>
          <span>{weekNote(weeks)}</span>
        </div>
        <WeekDays week={week} />
        <p className={styles.rule}>{DAILY_STRINGS.weeksRule}</p>
      </Card>
    </div>
  )
}

function Hidden() {
  return (
    <Card className={styles.week}>
      <h2>{DAILY_STRINGS.hidden}</h2>
    </Card>
  )
}

function Switches({ weeks }: { weeks: Weeks }) {
  const client = useQueryClient()
  const { run, pendingInput } = useAction(changeWeeks, {
    onDone: (changed) => client.setQueryData(WEEKS_KEY, changed),
    onFailure: (error) => showFailure(DAILY_STRINGS.failed, error),
  })
  const isPaused = pendingInput?.is_paused ?? weeks.paused_until !== null
  const until = weeks.paused_until
  return (
    <Card className={styles.switches}>
      {weeks.are_shown && (
        <Switch
          label={DAILY_STRINGS.pause}
          note={
            until === null
              ? DAILY_STRINGS.pauseNote
              : DAILY_STRINGS.pausedNote(dayAndMonth(until, weeks.this_week.starts_on))
          }
          isOn={isPaused}
          onChange={(is_paused) => run({ is_paused })}
        />
      )}
      <Switch
        label={DAILY_STRINGS.show}
        note={DAILY_STRINGS.showNote}
        isOn={pendingInput?.are_weeks_shown ?? weeks.are_shown}
        onChange={(are_weeks_shown) => run({ are_weeks_shown })}
      />
    </Card>
  )
}

function PastWeeks({ weeks }: { weeks: readonly Week[] }) {
  return (
    <Card className={styles.past}>
      <h2>{DAILY_STRINGS.weeksBefore}</h2>
      <ul>
        {weeks.map((week) => (
          <li key={week.starts_on}>
            <span>{weekRange(week.starts_on)}</span>
            <span className={styles.small} aria-hidden="true">
              {week.days.map((look, index) => (
                <i key={DAILY_STRINGS.weekDays[index]} className={clsx(styles[look])} />
              ))}
            </span>
            <span className={styles.state}>
              {week.is_kept && <TickIcon weight={3} />}
              {stateOf(week)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function stateOf({ is_kept: isKept, days, played_count: count }: Week): string {
  if (isKept) return DAILY_STRINGS.kept
  return days.includes('paused') ? DAILY_STRINGS.paused : DAILY_STRINGS.daysPlayed(count)
}
