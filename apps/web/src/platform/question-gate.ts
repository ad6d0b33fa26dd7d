import { useLayoutEffect } from 'react'

/** `open` waits for an answer, `judging` for the verdict on one; `none` is no question, or one that is done. */
export type QuestionPhase = 'none' | 'open' | 'judging'

let phase: QuestionPhase = 'none'
let isTimedOpen = false
const listeners = new Set<() => void>()

/** Told by the game screens: a question whose time runs is unanswered, so nothing may cover it (guide 3.5). */
export function setTimedQuestionOpen(isOpen: boolean): void {
  change(() => {
    isTimedOpen = isOpen
  })
}

/** Told by a practice screen for as long as it is drawn. */
export function useQuestionPhase(now: QuestionPhase): void {
  useLayoutEffect(() => {
    setPhase(now)
    return () => setPhase('none')
  }, [now])
}

/** Whether somebody has a question before them, so that no sheet may open by itself. */
export function isQuestionOpen(): boolean {
  return isTimedOpen || phase !== 'none'
}

/** Whether a question whose time runs waits for its answer. */
export function isTimedQuestionOpen(): boolean {
  return isTimedOpen
}

/** Whether a verdict is on its way: what would give it away has to wait. */
export function isVerdictPending(): boolean {
  return phase === 'judging'
}

/** Calls back after each change, until the returned function is called. */
export function onQuestionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setPhase(now: QuestionPhase): void {
  change(() => {
    phase = now
  })
}

function change(make: () => void): void {
  make()
  for (const listener of listeners) listener()
}
