import { createPersistedStore } from '../../platform/persisted-store.ts'

/**
 * An answer that waits for the network. A player has only one serving of a question at a time, so the question is the
 * key.
 */
export interface KeptAnswer {
  readonly questionId: string
  readonly answerId: string
}

interface KeptAnswers {
  readonly answers: readonly KeptAnswer[]
}

const KEY = 'waitingAnswersStore'

/** Answers that wait for the network, stored so that a reload does not lose them: stored key `waitingAnswersStore`. */
const useKeptAnswers = createPersistedStore<KeptAnswers>(KEY, { answers: [] }, isKeptAnswers)

/** All waiting answers, oldest first. */
export function keptAnswers(): readonly KeptAnswer[] {
  return useKeptAnswers.getState().answers
}

/** The waiting answer to a question, if there is one; re-renders when that changes. */
export function useKeptAnswer(questionId: string): KeptAnswer | undefined {
  return useKeptAnswers(({ answers }) => answers.find((answer) => answer.questionId === questionId))
}

/** Follows the answers that other tabs keep or drop, until the returned function is called. */
export function followKeptAnswers(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY) void useKeptAnswers.persist.rehydrate()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Keeps an answer. Only the first one to a question counts. */
export function keepAnswer(answer: KeptAnswer): void {
  change((answers) =>
    answers.some(({ questionId }) => questionId === answer.questionId) ? answers : [...answers, answer],
  )
}

/** Removes the answer to a question, because it has been judged or can't be. */
export function dropAnswer(questionId: string): void {
  if (keptAnswers().some((answer) => answer.questionId === questionId)) {
    change((answers) => answers.filter((answer) => answer.questionId !== questionId))
  }
}

function change(update: (answers: readonly KeptAnswer[]) => readonly KeptAnswer[]): void {
  // Another tab's changes must not be overwritten.
  void useKeptAnswers.persist.rehydrate()
  useKeptAnswers.setState(({ answers }) => ({ answers: update(answers) }))
}

function isKeptAnswers(value: object): boolean {
  return 'answers' in value && Array.isArray(value.answers) && value.answers.every(isKeptAnswer)
}

function isKeptAnswer(value: unknown): value is KeptAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { questionId, answerId } = value as Partial<KeptAnswer>
  return typeof questionId === 'string' && typeof answerId === 'string'
}
