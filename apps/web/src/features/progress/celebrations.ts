import type { LevelReached } from '@quizmaster/contract/channels/user-stats'
import {
  isTimedQuestionOpen,
  isVerdictPending,
  onQuestionChange,
  questionOpenedAtMs,
} from '../questions/question-gate.ts'
import { isPanelOpen } from '../../ui/sheet/open-panels.ts'
import { isPointerDown, onPointerChange } from '../../ui/sheet/pointer-down.ts'

/** A sheet opens 1 s after its event. */
const DELAY_MS = 1_000
/** An event that arrives this soon after "Next question" still belongs to the previous answer. */
const PREVIOUS_ANSWER_MS = 500
/** How long a sheet takes to close. */
const BETWEEN_MS = 300
/** A level is celebrated before a rank. */
const ORDER = ['newLevel', 'newRank'] as const

export type CelebrationKind = (typeof ORDER)[number]

/**
 * Opens the sheets for new levels and ranks, one after the other: 1 s after the event at the earliest, and only while
 * no other sheet is open, no pointer is down, no time is running and no verdict is pending. An unanswered practice
 * question holds back only what was reached after it appeared, so that players who go on at once are celebrated too.
 */
export class Celebrations {
  readonly #open: (kind: CelebrationKind, reached: LevelReached) => void
  readonly #waiting = new Map<CelebrationKind, { reached: LevelReached; reachedAtMs: number }>()
  readonly #unlisten: (() => void)[]
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSheetOpen = false
  #notBeforeMs = 0

  constructor(open: (kind: CelebrationKind, reached: LevelReached) => void) {
    this.#open = open
    const checkSoon = () => this.#checkAfter(0)
    this.#unlisten = [onQuestionChange(checkSoon), onPointerChange(checkSoon)]
  }

  /** Adds a level or rank that was reached. It replaces a waiting one of its kind. */
  add(kind: CelebrationKind, reached: LevelReached): void {
    this.#waiting.set(kind, { reached, reachedAtMs: Date.now() })
    this.#checkAfter(0)
  }

  /** Reports whether any sheet is open. */
  setSheetOpen(isOpen: boolean): void {
    if (this.#isSheetOpen && !isOpen) this.#notBeforeMs = Date.now() + BETWEEN_MS
    this.#isSheetOpen = isOpen
    this.#checkAfter(0)
  }

  /** Drops what waits, so that no more sheets open. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#waiting.clear()
    for (const unlisten of this.#unlisten) unlisten()
  }

  /** Checks in a later task, because one change may cause another. */
  #checkAfter(waitMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#check(), waitMs)
  }

  #check(): void {
    const kind = ORDER.find((one) => this.#waiting.has(one))
    const next = kind && this.#waiting.get(kind)
    if (!next || this.#isSheetOpen || isHeldBack(next.reachedAtMs) || isPointerDown()) return
    // Ads and closing sheets do not report when they are gone.
    if (isPanelOpen()) return this.#checkAfter(BETWEEN_MS)
    const waitMs = Math.max(next.reachedAtMs + DELAY_MS, this.#notBeforeMs) - Date.now()
    if (waitMs > 0) return this.#checkAfter(waitMs)
    this.#waiting.delete(kind)
    this.#isSheetOpen = true
    this.#open(kind, next.reached)
  }
}

/** Whether what was reached at this time waits for the question on screen. */
function isHeldBack(reachedAtMs: number): boolean {
  const openedAtMs = questionOpenedAtMs()
  return (
    isTimedQuestionOpen() ||
    isVerdictPending() ||
    (openedAtMs !== null && reachedAtMs > openedAtMs + PREVIOUS_ANSWER_MS)
  )
}
