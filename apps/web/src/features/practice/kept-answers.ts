import { createPersistedStore } from '../../platform/persisted-store.ts'

/** An answer that waits for the network. The server has one serving of a question to a player, so the question is the key. */
export interface KeptAnswer {
  readonly questionId: string
  readonly answerId: string
}

interface KeptAnswers {
  readonly answers: readonly KeptAnswer[]
}

const KEY = 'waitingAnswersStore'

/** Answers that wait for the network, so that a reload does not lose them: stored key `waitingAnswersStore`. */
const useKeptAnswers = createPersistedStore<KeptAnswers>(KEY, { answers: [] }, isKeptAnswers)

/** All answers that wait, the oldest first. */
export function keptAnswers(): readonly KeptAnswer[] {
  return useKeptAnswers.getState().answers
}

/** The answer to a question that waits, if one does; renders anew when that changes. */
export function useKeptAnswer(questionId: string): KeptAnswer | undefined {
  return useKeptAnswers(({ answers }) => answers.find((answer) => answer.questionId === questionId))
}

/** Follows what other tabs keep or have sent, until the returned function is called. */
export function followKeptAnswers(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY) void useKeptAnswers.persist.rehydrate()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Keeps an answer. The first one to a question counts. */
export function keepAnswer(answer: KeptAnswer): void {
  change((answers) =>
    answers.some(({ questionId }) => questionId === answer.questionId) ? answers : [...answers, answer],
  )
}

/** Removes the answer to a question: it has been judged, or can't be. */
export function dropAnswer(questionId: string): void {
  if (keptAnswers().some((answer) => answer.questionId === questionId)) {
    change((answers) => answers.filter((answer) => answer.questionId !== questionId))
  }
}

function change(update: (answers: readonly KeptAnswer[]) => readonly KeptAnswer[]): void {
  // What another tab has stored meanwhile must not be overwritten.
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
