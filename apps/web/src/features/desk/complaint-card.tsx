import type { ComplainedQuestion } from '@quizmaster/contract/http/admin'
import type { QuestionStep } from './desk-calls.ts'
import styles from './complaint-card.module.css'
import { QuestionCard } from './question-card.tsx'
import { stepsFor } from './question-steps.ts'
import { QUESTION_STRINGS } from './strings.ts'
import { timeAgo } from '../../ui/time-ago.ts'

const SHOWN_COMMENTS = 3

type Props = {
  complained: ComplainedQuestion
  isOpen: boolean
  /** What "ago" counts from. */
  nowMs: number
}

/** A question that was complained about: how often and why, and what was written. */
export function ComplaintCard({ complained, isOpen, nowMs }: Props) {
  const { question, comments } = complained
  // Resolving puts a held question back, so a second button for that would only puzzle.
  const others = stepsFor(question).filter((step) => !(isOpen && step === 'restore' && question.status === 'held'))
  const steps: QuestionStep[] = isOpen ? ['resolve', ...others] : others
  return (
    <QuestionCard
      question={question}
      steps={steps}
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
  const { reasons, player_count: players, last_at: lastAt } = complained
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
