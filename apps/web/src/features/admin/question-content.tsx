import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { clsx } from 'clsx/lite'
import { Button } from '../../ui/controls/button.tsx'
import { TickIcon, WarningIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { type QuestionActions, unchangedEdit } from './question-actions.ts'
import styles from './question.module.css'
import { QUESTION_STRINGS } from './strings.ts'

/** The answers and the description; in a conflict, the edit and the file's version side by side to choose from. */
export function QuestionContent({ question, actions }: { question: AdminQuestion; actions: QuestionActions }) {
  const { conflict } = question
  if (conflict) return <Conflict question={question} conflict={conflict} actions={actions} />
  return <CurrentVersion question={question} />
}

type ConflictProps = {
  question: AdminQuestion
  conflict: NonNullable<AdminQuestion['conflict']>
  actions: QuestionActions
}

function Conflict({ question, conflict, actions: { run, pending } }: ConflictProps) {
  return (
    <div className={styles.conflict}>
      <p className={styles.note}>
        <WarningIcon />
        {QUESTION_STRINGS.conflictNote}
      </p>
      <div className={styles.sides}>
        <section className={styles.side}>
          <h3>{QUESTION_STRINGS.editWords}</h3>
          <p className={styles.sideText}>{question.text}</p>
          <CurrentVersion question={question} isNarrow />
          <Button
            size="small"
            isPending={pending === 'edit'}
            isDisabled={pending !== null}
            onClick={() => run({ kind: 'edit', edit: unchangedEdit(question) })}
          >
            {QUESTION_STRINGS.keepEdit}
          </Button>
        </section>
        <section className={styles.side}>
          <h3>{QUESTION_STRINGS.fileWords}</h3>
          <p className={styles.sideText}>{conflict.text}</p>
          <Version {...conflict} isNarrow />
          <Button
            size="small"
            isPending={pending === 'revert'}
            isDisabled={pending !== null}
            onClick={() => run({ kind: 'revert' })}
          >
            {QUESTION_STRINGS.revert}
          </Button>
        </section>
      </div>
    </div>
  )
}

function CurrentVersion({ question, isNarrow = false }: { question: AdminQuestion; isNarrow?: boolean }) {
  const answers = question.answers.map(({ text }) => text)
  const right = question.answers.find(({ id }) => id === question.correct_answer_id)?.text ?? ''
  return <Version answers={answers} right={right} description={question.description} isNarrow={isNarrow} />
}

type VersionProps = { answers: readonly string[]; right: string; description: string | null; isNarrow: boolean }

/** The answers with the right one marked. A question's answers all differ, so the text identifies it. */
function Version({ answers, right, description, isNarrow }: VersionProps) {
  return (
    <div className={styles.content}>
      <ul className={clsx(styles.answers, isNarrow && styles.narrow)}>
        {answers.map((text) => (
          <li key={text} className={text === right ? styles.right : undefined}>
            {text === right && <TickIcon weight={3} />}
            <span>
              {text === right && <span className="sr">{QUESTION_STRINGS.rightAnswer}: </span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.description}>{description ?? QUESTION_STRINGS.noDescription}</p>
    </div>
  )
}
