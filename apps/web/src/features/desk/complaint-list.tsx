import type { ComplainedQuestion } from '@quizmaster/contract/http/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '../../ui/layout/page.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { ComplaintCard } from './complaint-card.tsx'
import { type ComplaintPage, type ComplaintStatus, fetchComplaints } from './desk-calls.ts'
import { DeskPart, LoadMore, Nothing } from './desk-part.tsx'
import styles from './desk.module.css'
import { eachOnce } from './each-once.ts'
import { QUESTION_STRINGS } from './strings.ts'
import { DESK_KEY } from './use-desk-action.ts'

const STATUSES = [
  { value: 'open', label: QUESTION_STRINGS.open },
  { value: 'resolved', label: QUESTION_STRINGS.resolved },
] as const

/** The questions that were complained about, those that most players report first. */
export function ComplaintList({ title }: { title: string }) {
  const [status, setStatus] = useState<ComplaintStatus>('open')
  const query = useInfiniteQuery({
    queryKey: [DESK_KEY, 'complaints', status],
    queryFn: ({ pageParam, signal }) => fetchComplaints(status, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: ComplaintPage, _, page: number) => (last.has_more ? page + 1 : undefined),
  })
  const pages = query.data?.pages
  return (
    <>
      <div className={styles.head}>
        <PageTitle subtitle={pages?.[0] ? countsOf(pages[0]) : '\u00a0'}>{title}</PageTitle>
        <Segmented label={QUESTION_STRINGS.status} segments={STATUSES} value={status} onChange={setStatus} />
      </div>
      <DeskPart query={{ ...query, data: pages }}>
        {(all) => (
          <Complaints
            questions={eachOnce(
              all.flatMap(({ questions }) => questions),
              ({ question }) => question.id,
            )}
            status={status}
            nowMs={query.dataUpdatedAt}
          />
        )}
      </DeskPart>
      <LoadMore pages={query} />
    </>
  )
}

type ListProps = { questions: ComplainedQuestion[]; status: ComplaintStatus; nowMs: number }

function Complaints({ questions, status, nowMs }: ListProps) {
  if (questions.length === 0) {
    return <Nothing>{status === 'open' ? QUESTION_STRINGS.nothingOpen : QUESTION_STRINGS.nothingResolved}</Nothing>
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
