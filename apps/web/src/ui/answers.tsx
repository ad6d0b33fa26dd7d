import { AnswerButton, AnswerSkeleton, type AnswerState } from './answer-button.tsx'
import styles from './answers.module.css'

/** One answer as it is to be drawn. */
export type DrawnAnswer<Id> = { id: Id; text: string; state: AnswerState }

type Props<Id> = { answers: readonly DrawnAnswer<Id>[]; isLocked?: boolean; onChoose: (id: Id) => void }

/** The answers of a question, always in the order peak, sun, drop, moon. */
export function Answers<Id extends string | number>({ answers, isLocked = false, onChoose }: Props<Id>) {
  return (
    <fieldset className={styles.answers} aria-busy={answers.some(({ state }) => state === 'pending') || undefined}>
      <legend className="sr">Answers</legend>
      {answers.map(({ id, text, state }, index) => (
        <AnswerButton
          key={id}
          text={text}
          index={index}
          state={state}
          isLocked={isLocked}
          onChoose={() => onChoose(id)}
        />
      ))}
    </fieldset>
  )
}

/** Four answers that have not come yet. */
export function AnswersSkeleton() {
  return (
    <div className={styles.answers} aria-hidden="true">
      {[0, 1, 2, 3].map((index) => (
        <AnswerSkeleton key={index} index={index} />
      ))}
    </div>
  )
}
