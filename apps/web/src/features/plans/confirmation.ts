import { useEffect } from 'react'
import { create } from 'zustand'
import { queryClient } from '../../platform/query-client.ts'
import { CURRENT_USER_KEY, onSessionEnd } from '../../platform/session.ts'
import { tabStorage } from '../../platform/tab-storage.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { PLANS_STRINGS } from './strings.ts'

const ASK_EVERY_MS = 1_500
const ASK_SLOWLY_EVERY_MS = 5_000
const LATE_AFTER_MS = 10_000
const GIVEN_UP_AFTER_MS = 120_000
const CHECKOUT_KEY = 'checkoutBegun'
const AWAITED_KEY = 'legendAwaitedSince'

/** `none`: no payment is awaited. `late`: the provider takes its time, and we say so. `given_up`: asked for by hand. */
export type ConfirmationPhase = 'none' | 'asking' | 'late' | 'given_up'

interface Confirmation {
  phase: ConfirmationPhase
  startedAtMs: number
}

const NONE: Confirmation = { phase: 'none', startedAtMs: 0 }

// Outside the screens: the success page hands over to the dashboard in the middle of it, and both may be reloaded.
const useConfirmation = create<Confirmation>(rememberedConfirmation)

/** Asks the server who the user is now: premium comes from there alone. */
export function refreshPlan(): Promise<void> {
  // A question under way is good enough: a slow server would never finish one otherwise.
  return queryClient.refetchQueries({ queryKey: CURRENT_USER_KEY }, { cancelRefetch: false })
}

/** Notes that this tab went to pay, so that who comes back is not shown the old plan as the present one. */
export function markCheckoutStarted(): void {
  tabStorage.set(CHECKOUT_KEY, 'true')
}

/** Notes that nothing was paid. */
export function forgetCheckout(): void {
  tabStorage.remove(CHECKOUT_KEY)
}

/** Somebody comes back from paying: from now on the server is asked until it knows (contract 9). */
export function awaitLegend(): void {
  const { phase } = useConfirmation.getState()
  if (phase !== 'none' && phase !== 'given_up') return
  const startedAtMs = Date.now()
  tabStorage.set(AWAITED_KEY, String(startedAtMs))
  useConfirmation.setState({ phase: 'asking', startedAtMs })
}

/** How the waiting for a payment stands. */
export interface LegendConfirmation {
  phase: ConfirmationPhase
  /** This tab went to pay and the server does not know yet: what it says of the plan is not to be shown as the truth. */
  isHeld: boolean
}

/**
 * Asks until the user is a Legend, on every screen that uses it: every 1.5 s, after 10 s every 5 s, for 2 min. That
 * this tab itself went to pay is noted apart: the address of the success page alone proves nothing.
 */
export function useLegendConfirmation(isPremium: boolean | undefined): LegendConfirmation {
  const { phase, startedAtMs } = useConfirmation()
  const isAwaited = phase === 'asking' || phase === 'late'
  useEffect(() => {
    if (phase !== 'none' && isPremium) confirmLegend(phase)
  }, [phase, isPremium])
  useEffect(() => (isAwaited ? askOn(startedAtMs) : undefined), [isAwaited, startedAtMs])
  useEffect(() => (isAwaited ? ageOn(startedAtMs) : undefined), [isAwaited, startedAtMs])
  return { phase, isHeld: isAwaited && !isPremium && tabStorage.get(CHECKOUT_KEY) !== null }
}

function confirmLegend(phase: ConfirmationPhase): void {
  forgetConfirmation()
  // Who was told that it takes long is told that it is done.
  if (phase !== 'asking') showToast({ type: 'success', title: PLANS_STRINGS.confirmed, message: PLANS_STRINGS.welcome })
}

function askOn(startedAtMs: number): () => void {
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

function ageOn(startedAtMs: number): () => void {
  const age = (phase: ConfirmationPhase, atMs: number) =>
    setTimeout(() => useConfirmation.setState({ phase }), Math.max(0, startedAtMs + atMs - Date.now()))
  const timers = [age('late', LATE_AFTER_MS), age('given_up', GIVEN_UP_AFTER_MS)]
  return () => timers.forEach(clearTimeout)
}

/** What a page before this one was waiting for, as long as it still would. */
function rememberedConfirmation(): Confirmation {
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
