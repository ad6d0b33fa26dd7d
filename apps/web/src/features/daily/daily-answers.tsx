import type { ReviewedAnswer } from '@quizmaster/contract/http/daily'
import { clsx } from 'clsx/lite'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { shouldRetryOnline } from '../../platform/query-client.ts'
import { FlagIcon } from '../../ui/graphics/icons.tsx'
import { CrossIcon, TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { openModal } from '../modals/modal-store.ts'
import styles from './daily-answers.module.css'
import { fetchDay } from './daily-calls.ts'
import { DailyFailure } from './daily-failure.tsx'
import { useDailyPaths } from './daily-paths.ts'
import { dayAndMonth } from './dates.ts'
import { DAILY_STRINGS } from './strings.ts'

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** The ten questions of a date with the player's answers. Each opens by itself; several may be open at once. */
export function DailyAnswers() {
  const { date = '' } = useParams()
  const paths = useDailyPaths()
  const { data, error, refetch } = useQuery({
    queryKey: ['daily', 'day', date],
    queryFn: ({ signal }) => fetchDay(date, signal),
    gcTime: 0,
    retry: shouldRetryOnline,
  })
  if (error && !data) return <DailyFailure error={error} onRetry={() => void refetch()} />
  if (data && !data.result) return <Navigate to={paths.day(date)} replace />
  return (
    <Page width="narrow">
      <BackLink to={paths.day(date)} />
      <PageTitle {...(data ? { subtitle: DAILY_STRINGS.dated(dayAndMonth(data.date, data.today)) } : {})}>
        {DAILY_STRINGS.answersTitle}
      </PageTitle>
      {data?.result ? (
        <ol className={styles.list}>
          {data.result.answers.map((answer, index) => (
            <li key={answer.question_id}>
              <Answer answer={answer} number={index + 1} />
            </li>
          ))}
        </ol>
      ) : (
        <LoadingRegion className={styles.list ?? ''}>
          {TEN.map((number) => (
            <Skeleton key={number} width="100%" height={64} radius={18} />
          ))}
        </LoadingRegion>
      )}
    </Page>
  )
}

function Answer({ answer, number }: { answer: ReviewedAnswer; number: number }) {
  const { is_right: isRight, chosen, correct, description } = answer
  return (
    <details className={styles.answer}>
      <summary>
        <span className={clsx(styles.mark, isRight ? styles.right : styles.missed)} aria-hidden="true">
          {isRight ? <TickIcon weight={3} /> : <CrossIcon weight={3} />}
        </span>
        <span className="sr">{DAILY_STRINGS.answerSummary(number, isRight)}</span>
        <span className={styles.question}>{answer.text}</span>
      </summary>
      <div className={styles.inside}>
        <dl>
          {!isRight && (
            <div>
              <dt>{DAILY_STRINGS.yourChoice}</dt>
              <dd>{chosen ?? DAILY_STRINGS.noAnswer}</dd>
            </div>
          )}
          <div>
            <dt>{DAILY_STRINGS.rightAnswer}</dt>
            <dd className={styles.correct}>{correct}</dd>
          </div>
        </dl>
        {description && <p>{description}</p>}
        <div className={styles.foot}>
          <span>{answer.topic}</span>
          <IconButton
            label={DAILY_STRINGS.report}
            icon={<FlagIcon />}
            size="small"
            onClick={() => openModal('reportComplaint', { questionId: answer.question_id })}
          />
        </div>
      </div>
    </details>
  )
}
