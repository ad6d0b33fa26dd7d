import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'

/** The data of a new level or rank. */
export interface LevelUp {
  level: number
  /** The rank's name, from the server. */
  rank: string
  rank_number: number
}

/** The nine kinds of modal, each with its data. */
export interface ModalData {
  /** In a game, players know only a question's index. */
  reportComplaint: { questionId: QuestionId } | { gameQuestionIndex: number }
  newLevel: LevelUp
  newRank: LevelUp
  confirmCancelActiveGameOnNewGame: null
  leaveGameOnNewGame: null
  leaveGameOnGameRunning: null
  cancelGameOnGameRunning: null
  removePlayer: { userId: UserId; name: string }
  premiumSuccess: null
}

export type ModalKind = keyof ModalData

/** The state of the modal; there is only one. */
export type ModalState =
  | { isOpened: false; type: null; data: null }
  | { [K in ModalKind]: { isOpened: true; type: K; data: ModalData[K] } }[ModalKind]

const CLOSED: ModalState = { isOpened: false, type: null, data: null }

const useModalStore = create<ModalState>(() => CLOSED)

/** Opens a modal; it replaces an open one. */
export function openModal<K extends ModalKind>(type: K, data: ModalData[K]): void {
  useModalStore.setState({ isOpened: true, type, data } as ModalState, true)
}

/** Closes the open modal. */
export function closeModal(): void {
  useModalStore.setState(CLOSED, true)
}

/** The modal state; re-renders when it changes. */
export function useModal(): ModalState {
  return useModalStore()
}

/** Calls `listener` with whether a modal is open, now and on each change, until the returned function is called. */
export function onModalChange(listener: (isOpened: boolean) => void): () => void {
  listener(useModalStore.getState().isOpened)
  return useModalStore.subscribe(({ isOpened }) => listener(isOpened))
}

onSessionEnd(closeModal)
