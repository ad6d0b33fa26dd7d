import type { ComplainedQuestion } from '@quizmaster/contract/http/admin-questions'
import { useState } from 'react'
import { PageTitle } from '../../ui/layout/page.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { timeAgo } from '../../platform/time-ago.ts'
import { type ComplaintPage, type ComplaintStatus, fetchComplaints, type QuestionAction } from './admin-calls.ts'
import { AdminList, EmptyList, LoadMore, uniqueBy, usePages } from './admin-list.tsx'
import styles from './admin.module.css'
import { actionsFor } from './question-actions.ts'
import { QuestionCard } from './question-card.tsx'
import { ReporterList } from './reporter-list.tsx'
import { QUESTION_STRINGS } from './strings.ts'

const STATUSES = [
  { value: 'open', label: QUESTION_STRINGS.open },
  { value: 'resolved', label: QUESTION_STRINGS.resolved },
] as const
const SHOWN_COMMENTS = 3

/** The questions with complaints, most reported first. */
export function ComplaintList({ title }: { title: string }) {
  const [status, setStatus] = useState<ComplaintStatus>('open')
  const query = usePages(['complaints', status], (page, signal) => fetchComplaints(status, page, signal))
  const pages = query.data?.pages
  return (
    <>
      <div className={styles.head}>
        <PageTitle subtitle={pages?.[0] ? countsOf(pages[0]) : '\u00a0'}>{title}</PageTitle>
        <Segmented label={QUESTION_STRINGS.status} segments={STATUSES} value={status} onChange={setStatus} />
      </div>
      <AdminList query={{ ...query, data: pages }}>
        {(all) => (
          <Complaints
            questions={uniqueBy(
              all.flatMap(({ questions }) => questions),
              ({ question }) => question.id,
            )}
            status={status}
            nowMs={query.dataUpdatedAt}
          />
        )}
      </AdminList>
      <LoadMore pages={query} />
    </>
  )
}

type ListProps = { questions: ComplainedQuestion[]; status: ComplaintStatus; nowMs: number }

function Complaints({ questions, status, nowMs }: ListProps) {
  if (questions.length === 0) {
    return <EmptyList>{status === 'open' ? QUESTION_STRINGS.nothingOpen : QUESTION_STRINGS.nothingResolved}</EmptyList>
  }
  return (
    <ul className={styles.list}>
      {questions.map((complained) => (
        <li key={complained.question.id}>
          <ComplaintCard complained={complained} isOpen={status === 'open'} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}

function countsOf({ open_question_count, open_complaint_count }: ComplaintPage): string {
  return QUESTION_STRINGS.openCount(open_question_count, open_complaint_count)
}

type CardProps = {
  complained: ComplainedQuestion
  isOpen: boolean
  /** The current time, for texts such as "2 hours ago". */
  nowMs: number
}

/** A question with its complaints: their number, reasons and comments. */
function ComplaintCard({ complained, isOpen, nowMs }: CardProps) {
  const { question, comments } = complained
  // Resolving also restores a quarantined question.
  const others = actionsFor(question).filter(
    (action) => !(isOpen && action === 'restore' && question.status === 'held'),
  )
  const actions: QuestionAction[] = isOpen ? ['resolve', ...others] : others
  return (
    <QuestionCard
      question={question}
      actions={actions}
      count={<Count complained={complained} />}
      meta={<Meta complained={complained} nowMs={nowMs} />}
    >
      <Comments comments={comments.slice(0, SHOWN_COMMENTS)} nowMs={nowMs} />
      {comments.length > SHOWN_COMMENTS && (
        <details className={styles.more}>
          <summary>{QUESTION_STRINGS.moreComments(comments.length - SHOWN_COMMENTS)}</summary>
          <Comments comments={comments.slice(SHOWN_COMMENTS)} nowMs={nowMs} />
        </details>
      )}
      <ReporterList reporters={complained.reporters} />
    </QuestionCard>
  )
}

function Count({ complained: { complaint_count: count } }: { complained: ComplainedQuestion }) {
  return (
    <span className={styles.count}>
      {count}
      <span className="sr"> {QUESTION_STRINGS.reports(count)}</span>
    </span>
  )
}

function Meta({ complained, nowMs }: { complained: ComplainedQuestion; nowMs: number }) {
  const { reasons, player_count: players, counted_count: counted, last_at: lastAt } = complained
  const counts = Object.entries(reasons).filter(([, count]) => count > 0)
  return (
    <>
      {counts.map(([reason, count]) => (
        <span key={reason}>
          {QUESTION_STRINGS.reasons[reason] ?? reason} <b>{count}</b>
        </span>
      ))}
      <span>
        {QUESTION_STRINGS.byPlayers} <b>{players}</b>
      </span>
      <span>
        {QUESTION_STRINGS.counting} <b>{counted}</b>
      </span>
      <span>{QUESTION_STRINGS.last(timeAgo(lastAt, nowMs))}</span>
    </>
  )
}

function Comments({ comments, nowMs }: { comments: ComplainedQuestion['comments']; nowMs: number }) {
  return comments.map(({ reason, comment, created_at: at }) => (
    <blockquote key={`${at} ${comment}`} className={styles.comment}>
      <p>{comment}</p>
      <p className={styles.said}>
        {QUESTION_STRINGS.reasons[reason ?? 'none']} · {timeAgo(at, nowMs)}
      </p>
    </blockquote>
  ))
}
