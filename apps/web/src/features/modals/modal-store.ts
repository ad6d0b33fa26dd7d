import type { QuestionId } from '@quizmaster/contract/ids'
import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'

/** What a new level or a new rank is told with (product 3). */
export interface LevelUp {
  level: number
  /** The rank's name as the server gave it. */
  rank: string
  rank_number: number
}

/** The eight kinds of modal (product 3), each with the data that it is opened with. */
export interface ModalData {
  reportComplaint: { questionId: QuestionId }
  newLevel: LevelUp
  newRank: LevelUp
  confirmCancelActiveGameOnNewGame: null
  leaveGameOnNewGame: null
  leaveGameOnGameRunning: null
  cancelGameOnGameRunning: null
  premiumSuccess: null
}

export type ModalKind = keyof ModalData

/** The one modal state (contract 8). Closed has neither a type nor data. */
export type ModalState =
  | { isOpened: false; type: null; data: null }
  | { [K in ModalKind]: { isOpened: true; type: K; data: ModalData[K] } }[ModalKind]

const CLOSED: ModalState = { isOpened: false, type: null, data: null }

const useModalStore = create<ModalState>(() => CLOSED)

/** Opens a modal of one kind; one that is open already gives way to it. */
export function openModal<K extends ModalKind>(type: K, data: ModalData[K]): void {
  useModalStore.setState({ isOpened: true, type, data } as ModalState, true)
}

/** Closes whatever is open. */
export function closeModal(): void {
  useModalStore.setState(CLOSED, true)
}

/** The modal state, drawn again when it changes. */
export function useModal(): ModalState {
  return useModalStore()
}

/** Tells whether a modal is open, now and whenever it changes, until the returned function is called. */
export function onModalChange(listener: (isOpened: boolean) => void): () => void {
  listener(useModalStore.getState().isOpened)
  return useModalStore.subscribe(({ isOpened }) => listener(isOpened))
}

onSessionEnd(closeModal)
