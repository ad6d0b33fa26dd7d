import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { clsx } from 'clsx/lite'
import { lazyNamed } from '../../platform/lazy.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import type { QuestionAction } from './admin-calls.ts'
import { type QuestionActions, useQuestionActions } from './question-actions.ts'
import { QuestionContent } from './question-content.tsx'
import { questionDraft } from './question-draft.ts'
import type { QuestionFormProps } from './question-form.tsx'
import styles from './question.module.css'
import { QUESTION_STRINGS } from './strings.ts'
import { useFocusOnRemoval } from './use-focus-on-removal.ts'

const QuestionForm = lazyNamed<'QuestionForm', QuestionFormProps>(() => import('./question-form.tsx'), 'QuestionForm')

type Props = {
  question: AdminQuestion
  /** The number of reports, to the right of the question. */
  count?: ReactNode
  /** After the topic. */
  meta?: ReactNode
  /** The buttons before "Edit". */
  actions: readonly QuestionAction[]
  /** Below the content, such as comments. */
  children?: ReactNode
}

/** A question with its content and what can be done to it. The edit form replaces the content. */
export function QuestionCard({ question, count, meta, actions: offered, children }: Props) {
  const card = useRef<HTMLElement>(null)
  const actions = useQuestionActions(question)
  const { isEditing, setIsEditing, editButton } = useEditing(question)
  useFocusOnRemoval(card)
  return (
    <Card className={styles.card} ref={card}>
      <div className={styles.head}>
        <h2 className={styles.text}>{question.text}</h2>
        {count}
      </div>
      <p className={styles.meta}>
        <span>{question.topic.text}</span>
        {meta}
        <Pills question={question} />
      </p>
      {isEditing ? (
        <Suspense fallback={<QuestionContent question={question} actions={actions} />}>
          <QuestionForm question={question} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : (
        <>
          <QuestionContent question={question} actions={actions} />
          {children}
          <div className={styles.actions}>
            {offered.map((action) => (
              <ActionButton key={action} action={action} actions={actions} />
            ))}
            {question.status !== 'retired' && (
              <Button ref={editButton} size="small" onClick={() => setIsEditing(true)}>
                {QUESTION_STRINGS.edit}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}

/** Opens the form at once if there is an unsaved edit. When the form closes, the edit button gets the focus. */
function useEditing({ id, status }: AdminQuestion) {
  const [isEditing, setIsEditing] = useState(() => status !== 'retired' && questionDraft(id) !== undefined)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, setIsEditing, editButton }
}

/** The state of a question: withdrawn, quarantined, edited, in conflict and so on. Nothing for a normal one. */
function Pills({ question: { status, is_review_due, is_edited, conflict } }: { question: AdminQuestion }) {
  const { states } = QUESTION_STRINGS
  return (
    <>
      {status !== 'active' && <span className={clsx(styles.pill, styles.out)}>{states[status]}</span>}
      {is_review_due && <span className={clsx(styles.pill, styles.out)}>{states.reviewDue}</span>}
      {is_edited && <span className={styles.pill}>{states.edited}</span>}
      {conflict && <span className={clsx(styles.pill, styles.out)}>{states.conflict}</span>}
    </>
  )
}

function ActionButton({ action, actions: { run, pending } }: { action: QuestionAction; actions: QuestionActions }) {
  return (
    <Button
      size="small"
      variant={action === 'withdraw' ? 'danger' : 'plain'}
      isPending={pending === action}
      isDisabled={pending !== null}
      onClick={() => run({ kind: action })}
    >
      {QUESTION_STRINGS[action]}
    </Button>
  )
}
