import { useEffect } from 'react'
import { create } from 'zustand'
import { MINUTE_MS } from '../../platform/durations.ts'
import { queryClient } from '../../platform/query-client.ts'
import { CURRENT_USER_KEY, onSessionEnd } from '../../platform/session.ts'
import { tabStorage } from '../../platform/storage.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { PLANS_STRINGS } from './strings.ts'

const ASK_EVERY_MS = 1_500
const ASK_SLOWLY_EVERY_MS = 5_000
const LATE_AFTER_MS = 10_000
const GIVEN_UP_AFTER_MS = 2 * MINUTE_MS
const CHECKOUT_KEY = 'checkoutBegun'
const AWAITED_KEY = 'legendAwaitedSince'

/**
 * `none`: no payment is awaited. `late`: confirming takes long, and the page says so. `given_up`: polling has stopped.
 */
export type ConfirmationPhase = 'none' | 'asking' | 'late' | 'given_up'

interface Confirmation {
  phase: ConfirmationPhase
  startedAtMs: number
}

const NONE: Confirmation = { phase: 'none', startedAtMs: 0 }

// Shared by several screens: the success page leads to the dashboard while polling, and both may be reloaded.
const useConfirmation = create<Confirmation>(restoredConfirmation)

/** Fetches the user again, because only the server knows whether they are premium. */
export function refreshPlan(): Promise<void> {
  // A pending call is not restarted, or with a slow server none would ever finish.
  return queryClient.refetchQueries({ queryKey: CURRENT_USER_KEY }, { cancelRefetch: false })
}

/** Records that this tab left for a checkout, so that the old plan is not shown as current on return. */
export function markCheckoutStarted(): void {
  tabStorage.set(CHECKOUT_KEY, 'true')
}

/** Records that the checkout was cancelled. */
export function forgetCheckout(): void {
  tabStorage.remove(CHECKOUT_KEY)
}

/** Starts polling the server for the new plan after the user has returned from the payment page (contract 9). */
export function awaitLegend(): void {
  const { phase } = useConfirmation.getState()
  if (phase !== 'none' && phase !== 'given_up') return
  const startedAtMs = Date.now()
  tabStorage.set(AWAITED_KEY, String(startedAtMs))
  useConfirmation.setState({ phase: 'asking', startedAtMs })
}

/** The state of a payment's confirmation. */
export interface LegendConfirmation {
  phase: ConfirmationPhase
  /**
   * This tab left for a checkout and the server may not know the result, so the plan that it reports must not be shown.
   */
  isPlanUnknown: boolean
}

/**
 * Polls until the user is a Legend: every 1.5 s, after 10 s every 5 s, for 2 min. Whether this tab left for a checkout
 * is stored separately, because anybody can open the URL of the success page.
 */
export function useLegendConfirmation(isPremium: boolean | undefined): LegendConfirmation {
  const { phase, startedAtMs } = useConfirmation()
  const isAwaited = phase === 'asking' || phase === 'late'
  useEffect(() => {
    if (phase !== 'none' && isPremium) confirmLegend(phase)
  }, [phase, isPremium])
  useEffect(() => (isAwaited ? pollPlan(startedAtMs) : undefined), [isAwaited, startedAtMs])
  useEffect(() => (isAwaited ? advancePhase(startedAtMs) : undefined), [isAwaited, startedAtMs])
  return { phase, isPlanUnknown: isAwaited && !isPremium && tabStorage.get(CHECKOUT_KEY) !== null }
}

function confirmLegend(phase: ConfirmationPhase): void {
  forgetConfirmation()
  // A user who was told that confirming takes long is also told that it is done.
  if (phase !== 'asking') showToast({ type: 'success', title: PLANS_STRINGS.confirmed, message: PLANS_STRINGS.welcome })
}

function pollPlan(startedAtMs: number): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout>
  const askSoon = () => {
    const isLate = Date.now() - startedAtMs >= LATE_AFTER_MS
    timer = setTimeout(() => void ask(), isLate ? ASK_SLOWLY_EVERY_MS : ASK_EVERY_MS)
  }
  const ask = async () => {
    await refreshPlan()
    if (!isStopped) askSoon()
  }
  askSoon()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

function advancePhase(startedAtMs: number): () => void {
  const setAt = (phase: ConfirmationPhase, atMs: number) =>
    setTimeout(() => useConfirmation.setState({ phase }), Math.max(0, startedAtMs + atMs - Date.now()))
  const timers = [setAt('late', LATE_AFTER_MS), setAt('given_up', GIVEN_UP_AFTER_MS)]
  return () => timers.forEach(clearTimeout)
}

/** The confirmation that a reload interrupted, unless its time is up. */
function restoredConfirmation(): Confirmation {
  const startedAtMs = Number(tabStorage.get(AWAITED_KEY))
  const ageMs = Date.now() - startedAtMs
  if (!(ageMs >= 0 && ageMs < GIVEN_UP_AFTER_MS)) return NONE
  return { phase: ageMs < LATE_AFTER_MS ? 'asking' : 'late', startedAtMs }
}

function forgetConfirmation(): void {
  forgetCheckout()
  tabStorage.remove(AWAITED_KEY)
  useConfirmation.setState(NONE)
}

onSessionEnd(forgetConfirmation)
