import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import { classNames } from '../../ui/class-names.ts'
import styles from './question-pills.module.css'
import { QUESTION_STRINGS } from './strings.ts'

/** Where a question stands: out of circulation and why, edited, in conflict with its file. Nothing for the usual one. */
export function QuestionPills({ question: { status, is_edited, conflict } }: { question: AdminQuestion }) {
  const { states } = QUESTION_STRINGS
  return (
    <>
      {status !== 'active' && <span className={classNames(styles.pill, styles.out)}>{states[status]}</span>}
      {is_edited && <span className={styles.pill}>{states.edited}</span>}
      {conflict && <span className={classNames(styles.pill, styles.out)}>{states.conflict}</span>}
    </>
  )
}
