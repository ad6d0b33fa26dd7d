import { create } from 'zustand'
import { announceNow, announce } from './announce.tsx'

/** What happened: decides colour, icon and how urgently it is read out. */
export type ToastType = 'success' | 'error' | 'warning' | 'info'

/** One message in the stack. `isLeaving` is true during its 300 ms exit. */
export type Toast = {
  id: number
  type: ToastType
  title: string
  message: string
  durationMs: number
  isLeaving: boolean
}

/** How long a toast stays unless told otherwise, and how long its exit takes (spec 8). */
export const TOAST_MS = 5000
export const TOAST_EXIT_MS = 300
/** More than three would cover the screen; the oldest goes. */
const STACK_SIZE = 3

let lastId = 0

/** The toasts on screen, oldest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

type NewToast = { type: ToastType; title: string; message: string; durationMs?: number }

/** Shows a toast and has it read out: errors and warnings at once, the others when the reader is free. */
export function showToast({ type, title, message, durationMs = TOAST_MS }: NewToast): number {
  lastId += 1
  const toast: Toast = { id: lastId, type, title, message, durationMs, isLeaving: false }
  const standing = useToasts.getState().toasts.filter((other) => !other.isLeaving)
  for (const oldest of standing.slice(0, Math.max(0, standing.length - STACK_SIZE + 1))) dismissToast(oldest.id)
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
  const speak = type === 'error' || type === 'warning' ? announceNow : announce
  speak(message === '' ? title : `${title}. ${message}`)
  return toast.id
}

/** Shows that an action has failed: an error toast with a title and the error's own message. */
export function showFailure(title: string, error: unknown): void {
  showToast({ type: 'error', title, message: error instanceof Error ? error.message : '' })
}

/** Sends a toast away: 300 ms of exit, then it is gone. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)),
  }))
  setTimeout(() => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
  }, TOAST_EXIT_MS)
}
