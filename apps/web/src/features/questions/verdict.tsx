import type { VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { clsx } from 'clsx/lite'
import { CrossIcon, TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import { WaymarkTile } from '../../ui/graphics/waymark.tsx'
import { QUESTION_STRINGS } from './strings.ts'
import styles from './verdict.module.css'

type Props = {
  result: VerifyAnswerResult
  /** The index of the chosen answer, if the answers are no longer shown. */
  chosen?: { text: string; index: number } | undefined
}

/**
 * The verdict: right or wrong, the right answer, the description if there is one, and the player's own wrong choice.
 */
export function VerdictBox({ result, chosen }: Props) {
  const { is_correct: isCorrect, correct_answer_text: answer, description } = result
  return (
    <div className={clsx(styles.box, !isCorrect && styles.wrong)} data-verdict={isCorrect ? 'correct' : 'wrong'}>
      <p className={styles.title}>
        {isCorrect ? <TickIcon weight={3} /> : <CrossIcon weight={3} />}
        <span>{isCorrect ? QUESTION_STRINGS.correct : QUESTION_STRINGS.wrong}</span>
      </p>
      <p className={styles.answer}>{answer}</p>
      {description && <p className={styles.description}>{description}</p>}
      {chosen && !isCorrect && (
        <p className={styles.own}>
          <WaymarkTile shape={waymarkAt(chosen.index)} />
          <span>
            {QUESTION_STRINGS.youChoseOf} <b>{chosen.text}</b>
          </span>
        </p>
      )}
    </div>
  )
}

type RevealedProps = { title: string; answer: string; description: string | null }

/** The right answer as watchers see it, without a verdict. */
export function RevealedAnswer({ title, answer, description }: RevealedProps) {
  return (
    <div className={styles.box} data-verdict="none">
      <p className={styles.title}>
        <TickIcon weight={3} />
        <span>{title}</span>
      </p>
      <p className={styles.answer}>{answer}</p>
      {description && <p className={styles.description}>{description}</p>}
    </div>
  )
}

/** The verdict as one announcement. In a game the player may have chosen no answer. */
export function verdictMessage(result: VerifyAnswerResult, chosenText: string | null): string {
  const verdict = result.is_correct ? QUESTION_STRINGS.correct : QUESTION_STRINGS.wrong
  const sentences = [`${verdict} ${result.correct_answer_text}`]
  if (!result.is_correct && chosenText !== null) sentences.push(QUESTION_STRINGS.youChose(chosenText))
  return `${sentences.join('. ')}. ${result.description ?? ''}`.trim()
}
