import type { RatedQuestion, RatingFinding } from '@quizmaster/contract/http/admin-questions'
import { useState } from 'react'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { fetchRatings } from './admin-calls.ts'
import { AdminList, EmptyList, LoadMore, uniqueBy, usePages } from './admin-list.tsx'
import styles from './admin.module.css'
import { actionsFor } from './question-actions.ts'
import { QuestionCard } from './question-card.tsx'
import { RATING_STRINGS } from './strings.ts'

const { findings } = RATING_STRINGS
const FINDINGS = [
  { value: 'contradicts', label: findings.contradicts },
  { value: 'mostly_wrong', label: findings.mostly_wrong },
  { value: 'mostly_right', label: findings.mostly_right },
] as const

/** The questions whose answers suggest that they need a review, most conspicuous first. */
export function RatingList({ title }: { title: string }) {
  const [finding, setFinding] = useState<RatingFinding>('contradicts')
  const query = usePages(['ratings', finding], (page, signal) => fetchRatings(finding, page, signal))
  return (
    <>
      <PageTitle subtitle={RATING_STRINGS.hint}>{title}</PageTitle>
      <Segmented label={RATING_STRINGS.finding} segments={FINDINGS} value={finding} onChange={setFinding} />
      <AdminList query={{ ...query, data: query.data?.pages }}>
        {(pages) => (
          <RatedQuestions
            rated={uniqueBy(
              pages.flatMap(({ questions }) => questions),
              ({ question }) => question.id,
            )}
          />
        )}
      </AdminList>
      <LoadMore pages={query} />
    </>
  )
}

function RatedQuestions({ rated }: { rated: RatedQuestion[] }) {
  if (rated.length === 0) return <EmptyList>{RATING_STRINGS.none}</EmptyList>
  return (
    <ul className={styles.list}>
      {rated.map((one) => (
        <li key={one.question.id}>
          <QuestionCard question={one.question} meta={<Meta rated={one} />} actions={actionsFor(one.question)} />
        </li>
      ))}
    </ul>
  )
}

function Meta({
  rated: { difficulty, rating, answer_count: answers, right_answer_count: right },
}: {
  rated: RatedQuestion
}) {
  return (
    <>
      <span>
        {RATING_STRINGS.marked} <b>{RATING_STRINGS.difficulties[difficulty]}</b>
      </span>
      <span>
        {RATING_STRINGS.rating} <b>{RATING_STRINGS.signed(rating)}</b>
      </span>
      <span>
        {RATING_STRINGS.right} <b>{RATING_STRINGS.share(right, answers)}</b>
      </span>
    </>
  )
}
