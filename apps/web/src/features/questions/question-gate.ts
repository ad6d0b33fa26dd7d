import { useLayoutEffect } from 'react'
import { create } from 'zustand'

/** `open` waits for an answer, `judging` for the verdict on one; `none` is no question, or one that is done. */
export type QuestionPhase = 'none' | 'open' | 'judging'

interface QuestionGate {
  /** Of the practice question on screen. */
  readonly phase: QuestionPhase
  /** When it began to wait for an answer; null if it does not wait. */
  readonly openedAtMs: number | null
  /** A question whose time is running is on screen, and the player has not answered. */
  readonly isTimedOpen: boolean
}

const useQuestionGate = create<QuestionGate>(() => ({ phase: 'none', openedAtMs: null, isTimedOpen: false }))

/** Set by each screen with a running clock: nothing may cover an unanswered question whose time is running. */
export function setTimedQuestionOpen(isTimedOpen: boolean): void {
  useQuestionGate.setState({ isTimedOpen })
}

/** Sets the phase of the practice question for as long as the calling component is mounted. */
export function useQuestionPhase(phase: QuestionPhase): void {
  useLayoutEffect(() => {
    useQuestionGate.setState({ phase, openedAtMs: phase === 'open' ? Date.now() : null })
    return () => useQuestionGate.setState({ phase: 'none', openedAtMs: null })
  }, [phase])
}

/** When the practice question on screen began to wait for an answer; null if none does. */
export function questionOpenedAtMs(): number | null {
  return useQuestionGate.getState().openedAtMs
}

/** Whether a question whose time is running waits for its answer. */
export function isTimedQuestionOpen(): boolean {
  return useQuestionGate.getState().isTimedOpen
}

/** Like {@link isTimedQuestionOpen}; re-renders when it changes. */
export function useIsTimedQuestionOpen(): boolean {
  return useQuestionGate(({ isTimedOpen }) => isTimedOpen)
}

/** Whether a verdict is pending: nothing may give it away before it is shown. */
export function isVerdictPending(): boolean {
  return useQuestionGate.getState().phase === 'judging'
}

/** Calls `listener` after each change, until the returned function is called. */
export function onQuestionChange(listener: () => void): () => void {
  return useQuestionGate.subscribe(() => listener())
}
