import type { ComplainedQuestion } from '@quizmaster/contract/http/admin-questions'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { LazyConfirmSheet } from './lazy-confirm-sheet.tsx'
import { reverseComplaints } from './admin-calls.ts'
import styles from './admin.module.css'
import { ADMIN_STRINGS, QUESTION_STRINGS } from './strings.ts'
import { useAdminAction } from './use-admin-action.ts'

type Reporter = ComplainedQuestion['reporters'][number]

/** The players who reported a question. All reports of one player can be reversed, after a confirmation. */
export function ReporterList({ reporters }: { reporters: readonly Reporter[] }) {
  const [asked, setAsked] = useState<Reporter>()
  const [isAsking, setIsAsking] = useState(false)
  const { run, isPending } = useAdminAction({
    act: ({ user_id: id }: Reporter) => reverseComplaints(id),
    done: () => QUESTION_STRINGS.reversed,
    onDone: () => setIsAsking(false),
  })
  if (reporters.length === 0) return null
  const ask = (reporter: Reporter) => {
    setAsked(reporter)
    setIsAsking(true)
  }
  return (
    <details className={styles.more}>
      <summary>{QUESTION_STRINGS.reporters(reporters.length)}</summary>
      <ul className={styles.reporters}>
        {reporters.map((reporter) => (
          <li key={reporter.user_id}>
            <p>
              <b>{reporter.name}</b>
              <span className={styles.said}>
                {QUESTION_STRINGS.reporterFacts(reporter.is_counted, reporter.open_complaint_count)}
              </span>
            </p>
            {reporter.open_complaint_count > 0 && (
              <Button size="small" variant="danger" onClick={() => ask(reporter)}>
                {QUESTION_STRINGS.reverse} <span className="sr">{QUESTION_STRINGS.reverseOf(reporter.name)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LazyConfirmSheet
        isOpen={isAsking}
        title={QUESTION_STRINGS.reverseTitle}
        text={asked ? QUESTION_STRINGS.reverseText(asked.name, asked.open_complaint_count) : ''}
        act={QUESTION_STRINGS.reverse}
        keep={ADMIN_STRINGS.cancel}
        onKeep={() => setIsAsking(false)}
        actVariant="danger"
        isActing={isPending}
        onAct={() => asked && run(asked)}
      />
    </details>
  )
}
