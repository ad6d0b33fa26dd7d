import { useEffect, useLayoutEffect } from 'react'
import { create } from 'zustand'

/** `open`: waiting for an answer. `judging`: waiting for the verdict. `none`: no question, or one with a verdict. */
export type QuestionPhase = 'none' | 'open' | 'judging'

interface QuestionGate {
  /** The phase of the practice question on screen. */
  readonly phase: QuestionPhase
  /** When that question began to wait for an answer; null if it is not waiting. */
  readonly openedAtMs: number | null
  /** Whether a timed question is on screen that the player has not answered. */
  readonly isTimedOpen: boolean
}

const useQuestionGate = create<QuestionGate>(() => ({ phase: 'none', openedAtMs: null, isTimedOpen: false }))

/** Keeps sheets, toasts and ads from covering a question while its time is running and it is not answered. */
export function useTimedQuestion(isOpen: boolean): void {
  useEffect(() => {
    setTimedQuestionOpen(isOpen)
    return () => setTimedQuestionOpen(false)
  }, [isOpen])
}

/** Sets whether a timed question is open. Screens call {@link useTimedQuestion}. */
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

/** When the practice question on screen began to wait for an answer; null if none is waiting. */
export function questionOpenedAtMs(): number | null {
  return useQuestionGate.getState().openedAtMs
}

/** Whether a timed question is waiting for an answer. */
export function isTimedQuestionOpen(): boolean {
  return useQuestionGate.getState().isTimedOpen
}

/** Like {@link isTimedQuestionOpen}; re-renders when it changes. */
export function useIsTimedQuestionOpen(): boolean {
  return useQuestionGate(({ isTimedOpen }) => isTimedOpen)
}

/** Whether a verdict is pending. Nothing may give it away before it is shown. */
export function isVerdictPending(): boolean {
  return useQuestionGate.getState().phase === 'judging'
}

/** Calls `listener` after each change of the phase or of the timed question, until the returned function is called. */
export function onQuestionChange(listener: () => void): () => void {
  return useQuestionGate.subscribe(() => listener())
}
