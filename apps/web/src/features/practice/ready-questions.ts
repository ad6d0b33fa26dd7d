import { keptAnswers } from './kept-answers.ts'
import { storedJourney, usePracticeState } from './practice-stores.ts'

/** Whether a journey can go on with what is stored on this device. */
export function hasStoredJourney(): boolean {
  return usePracticeState.getState().topics !== undefined && storedJourney.load() !== null
}

/** How many questions of the running journey are stored on this device and not answered. */
export function countReadyQuestions(): number {
  const position = storedJourney.load()
  if (!position || !hasStoredJourney()) return 0
  const answered = new Set(keptAnswers().map(({ questionId }) => questionId))
  return position.questions.slice(position.index).filter(({ id }) => !answered.has(id)).length
}
