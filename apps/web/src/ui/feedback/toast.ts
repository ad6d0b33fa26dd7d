import { create } from 'zustand'
import { announce, announceNow } from './announce.tsx'

/** Decides colour, icon and how urgently the toast is read out. */
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

/** How long a toast stays by default, and how long its exit takes. */
export const TOAST_MS = 5000
export const TOAST_EXIT_MS = 300
/** More than three would cover the screen, so the oldest is dismissed. */
const STACK_SIZE = 3

/** The toasts on screen, oldest first. */
export const useToasts = create<{ toasts: readonly Toast[]; lastId: number }>()(() => ({ toasts: [], lastId: 0 }))

type NewToast = { type: ToastType; title: string; message: string; durationMs?: number }

/** Shows a toast and has it read out: errors and warnings at once, the others when the screen reader is idle. */
export function showToast({ type, title, message, durationMs = TOAST_MS }: NewToast): number {
  const id = useToasts.getState().lastId + 1
  const toast: Toast = { id, type, title, message, durationMs, isLeaving: false }
  const shown = useToasts.getState().toasts.filter((other) => !other.isLeaving)
  for (const oldest of shown.slice(0, Math.max(0, shown.length - STACK_SIZE + 1))) dismissToast(oldest.id)
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast], lastId: id }))
  const read = type === 'error' || type === 'warning' ? announceNow : announce
  read(message === '' ? title : `${title}. ${message}`)
  return id
}

/** Starts a toast's exit; it is removed 300 ms later. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)),
  }))
  setTimeout(() => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
  }, TOAST_EXIT_MS)
}
