import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import { Button } from '../../ui/controls/button.tsx'
import { WarningIcon } from '../../ui/graphics/icons.tsx'
import { QuestionWords, Words } from './question-words.tsx'
import styles from './question-conflict.module.css'
import { QUESTION_STRINGS } from './strings.ts'
import { type QuestionActions, wordsOf } from './use-question-actions.ts'

type Props = { question: AdminQuestion; conflict: NonNullable<AdminQuestion['conflict']>; actions: QuestionActions }

/** The edit beside what the file has come to say, and the choice between them. */
export function QuestionConflict({ question, conflict, actions: { run, running } }: Props) {
  return (
    <div className={styles.conflict}>
      <p className={styles.note}>
        <WarningIcon />
        {QUESTION_STRINGS.conflictNote}
      </p>
      <div className={styles.sides}>
        <section className={styles.side}>
          <h3>{QUESTION_STRINGS.editWords}</h3>
          <p className={styles.text}>{question.text}</p>
          <QuestionWords question={question} isNarrow />
          <Button
            size="small"
            isPending={running === 'edit'}
            isDisabled={running !== null}
            onClick={() => run({ kind: 'edit', words: wordsOf(question) })}
          >
            {QUESTION_STRINGS.keepEdit}
          </Button>
        </section>
        <section className={styles.side}>
          <h3>{QUESTION_STRINGS.fileWords}</h3>
          <p className={styles.text}>{conflict.text}</p>
          <Words {...conflict} isNarrow />
          <Button
            size="small"
            isPending={running === 'revert'}
            isDisabled={running !== null}
            onClick={() => run({ kind: 'revert' })}
          >
            {QUESTION_STRINGS.revert}
          </Button>
        </section>
      </div>
    </div>
  )
}
