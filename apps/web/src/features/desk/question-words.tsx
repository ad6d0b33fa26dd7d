import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import { classNames } from '../../ui/class-names.ts'
import { TickIcon } from '../../ui/graphics/icons.tsx'
import styles from './question-words.module.css'
import { QUESTION_STRINGS } from './strings.ts'

/** The answers with the right one marked, and the description. */
export function QuestionWords({ question, isNarrow = false }: { question: AdminQuestion; isNarrow?: boolean }) {
  const answers = question.answers.map(({ text }) => text)
  const right = question.answers.find(({ id }) => id === question.correct_answer_id)?.text ?? ''
  return <Words answers={answers} right={right} description={question.description} isNarrow={isNarrow} />
}

type WordsProps = { answers: readonly string[]; right: string; description: string | null; isNarrow?: boolean }

/** The same of plain texts, as a file has them. Answers of one question differ, so the text tells which is right. */
export function Words({ answers, right, description, isNarrow = false }: WordsProps) {
  return (
    <div className={styles.words}>
      <ul className={classNames(styles.answers, isNarrow && styles.narrow)}>
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
