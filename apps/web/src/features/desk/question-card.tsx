import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import type { QuestionStep } from './desk-calls.ts'
import { QuestionConflict } from './question-conflict.tsx'
import { questionDraft } from './question-draft-store.ts'
import styles from './question-card.module.css'
import { QuestionForm } from './question-form.tsx'
import { QuestionPills } from './question-pills.tsx'
import { QuestionWords } from './question-words.tsx'
import { QUESTION_STRINGS } from './strings.ts'
import { useFocusHandedOn } from './use-focus-handed-on.ts'
import { type QuestionActions, useQuestionActions } from './use-question-actions.ts'

type Props = {
  question: AdminQuestion
  /** On the right of the question: how many reports. */
  count?: ReactNode
  /** After the topic. */
  meta?: ReactNode
  steps: readonly QuestionStep[]
  /** Below its words: what was said about it. */
  children?: ReactNode
}

/** A question with all that it says and what can be done to it. Editing takes the place of its words. */
export function QuestionCard({ question, count, meta, steps, children }: Props) {
  const card = useRef<HTMLElement>(null)
  const actions = useQuestionActions(question)
  const { isEditing, setIsEditing, editButton } = useEditing(question)
  useFocusHandedOn(card)
  return (
    <Card className={styles.card} ref={card}>
      <div className={styles.head}>
        <h2 className={styles.text}>{question.text}</h2>
        {count}
      </div>
      <p className={styles.meta}>
        <span>{question.topic.text}</span>
        {meta}
        <QuestionPills question={question} />
      </p>
      {isEditing ? (
        <QuestionForm question={question} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <Said question={question} actions={actions} />
          {children}
          <div className={styles.actions}>
            {steps.map((step) => (
              <Step key={step} step={step} actions={actions} />
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

/** Whether the form is open, as it is where an edit was begun; when it closes, the button that opens it has the focus. */
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

function Said({ question, actions }: { question: AdminQuestion; actions: QuestionActions }) {
  const { conflict } = question
  if (conflict) return <QuestionConflict question={question} conflict={conflict} actions={actions} />
  return <QuestionWords question={question} />
}

function Step({ step, actions: { run, running } }: { step: QuestionStep; actions: QuestionActions }) {
  return (
    <Button
      size="small"
      variant={step === 'withdraw' ? 'danger' : 'plain'}
      isPending={running === step}
      isDisabled={running !== null}
      onClick={() => run({ kind: step })}
    >
      {QUESTION_STRINGS[step]}
    </Button>
  )
}
