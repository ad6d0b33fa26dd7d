import type { Question } from '@quizmaster/contract/http/gameplay'
import { useEffect, useRef } from 'react'
import { useConnection } from '../../platform/connection.ts'
import { type QuestionPhase, useQuestionPhase } from '../questions/question-gate.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { Answers, type AnswerState } from '../questions/answers.tsx'
import { QuestionLayout } from '../questions/question-layout.tsx'
import { PlayDock } from './play-dock.tsx'
import { QuestionCard } from '../questions/question-card.tsx'
import { useAnswerKeys } from '../questions/use-answer-keys.ts'
import { useVerdict, type Verdict } from './use-verdict.ts'
import { verdictMessage } from '../questions/verdict.tsx'

type Props = {
  question: Question
  isFetchingNext: boolean
  onNext: () => void
  /** The server no longer knows the question: the next one, without having been asked for. */
  onGone: () => void
  onReport: () => void
  /** Where the topics are chosen; null for a visitor. */
  settingsPath: string | null
}

/** One question, from its asking to its verdict. The next one is another stage: give it a key of its own. */
export function PlayStage({ question, isFetchingNext, onNext, onGone, onReport, settingsPath }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const isConnected = useConnection() === 'ok'
  const verdict = useVerdict(question, onGone)
  const { result, chosenId } = verdict
  useQuestionPhase(phaseOf(verdict))

  function choose(answerId: string | undefined) {
    if (answerId !== undefined && isConnected) verdict.choose(answerId)
  }

  const isByKeyboard = useAnswerKeys(stage, {
    onChoose: (index) => choose(question.answers[index]?.id),
    onNext: result && !isFetchingNext ? onNext : null,
  })
  useEffect(() => {
    if (!result) return
    announce(verdictMessage(result, question.answers.find(({ id }) => id === chosenId)?.text ?? ''))
    // Touch keeps its focus where it is; a keyboard wants to go on.
    if (isByKeyboard.current) nextButton.current?.focus({ preventScroll: true })
  }, [result, chosenId, question, isByKeyboard])

  return (
    <QuestionLayout ref={stage}>
      <QuestionCard question={question} result={result} />
      <Answers
        answers={question.answers.map(({ id, text }) => ({ id, text, state: stateOf(id, verdict) }))}
        isLocked={!isConnected}
        onChoose={choose}
      />
      <PlayDock
        isAnswered={result !== null}
        isFetchingNext={isFetchingNext}
        onNext={onNext}
        onReport={onReport}
        settingsPath={settingsPath}
        nextRef={nextButton}
      />
    </QuestionLayout>
  )
}

/** Once "Next question" is there nothing is kept from the player any more. */
function phaseOf({ chosenId, result }: Verdict): QuestionPhase {
  if (result) return 'none'
  return chosenId === null ? 'open' : 'judging'
}

/** No colour of right or wrong before the server has said so. */
function stateOf(id: string, { chosenId, result }: Verdict): AnswerState {
  if (!result) {
    if (chosenId === null) return 'rest'
    return id === chosenId ? 'pending' : 'dim'
  }
  if (id === result.correct_answer_id) return 'good'
  return id === chosenId ? 'wrong' : 'off'
}
