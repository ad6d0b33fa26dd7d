import { useEffect, useState } from 'react'
import { createStore } from 'zustand'
import { onSessionEnd } from './session.ts'

/** The result of one round trip: how far the server's clock is ahead of this page's, and the possible error. */
interface Sample {
  leadMs: number
  errorMs: number
}

interface Clock {
  /** Newest first. */
  readonly samples: readonly Sample[]
  /** The least that the server is ahead, according to messages of unknown age; null before the first one. */
  readonly minLeadMs: number | null
}

const KEPT_SAMPLES = 5
/** How often a running time is updated. */
const TICK_MS = 100
/** A shorter gap is the usual drift between two running clocks. */
const SHORTEST_SLEEP_MS = 500
const NO_TIME_KNOWN: Clock = { samples: [], minLeadMs: null }

const clock = createStore<Clock>(() => NO_TIME_KNOWN)

onSessionEnd(() => clock.setState(NO_TIME_KNOWN))
// The first screens are rendered at build time, without a document.
if ('document' in globalThis) followSleep()

/** The page's own clock. Unlike the device's time of day, it can't be set and only moves forward. */
export function pageNowMs(): number {
  return performance.now()
}

/**
 * Learns from a round trip that began at `startedAtMs` of the page's clock and ends now. The server read its clock
 * somewhere in between, most likely in the middle.
 */
export function addRoundTrip(startedAtMs: number, serverTimeMs: number): void {
  const endedAtMs = pageNowMs()
  const sample = {
    leadMs: serverTimeMs - (startedAtMs + endedAtMs) / 2,
    errorMs: Math.max(0, endedAtMs - startedAtMs) / 2,
  }
  // If two samples contradict each other, a clock has jumped between them, and only the newer one counts.
  const isConsistent = ({ leadMs, errorMs }: Sample) => Math.abs(leadMs - sample.leadMs) <= errorMs + sample.errorMs
  clock.setState(({ samples }) => ({ samples: [sample, ...samples.filter(isConsistent)].slice(0, KEPT_SAMPLES) }))
}

/**
 * Learns from a message that took an unknown time: the server's clock shows at least this time. The message counts
 * before the first round trip, and if the page's clock must have stood still because the device slept.
 */
export function addServerTime(serverTimeMs: number): void {
  const leadMs = serverTimeMs - pageNowMs()
  const best = bestSample()
  if (best && leadMs <= best.leadMs + best.errorMs) return
  clock.setState(({ minLeadMs }) => ({
    samples: [],
    minLeadMs: best ? leadMs : Math.max(leadMs, minLeadMs ?? leadMs),
  }))
}

/** Corrects the clock when the page is shown again. A device hides the page before it sleeps. */
function followSleep(): void {
  let last = bothClocks()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') correctForSleep(last)
    last = bothClocks()
  })
}

/** The page's clock and the device's time of day at one moment. */
interface BothClocks {
  pageMs: number
  deviceMs: number
}

function bothClocks(): BothClocks {
  return { pageMs: pageNowMs(), deviceMs: Date.now() }
}

/**
 * While the device sleeps, the page's clock stands still but the time of day advances. Corrects the difference since
 * `before`, so that the remaining time is right before the server has been asked.
 */
function correctForSleep(before: BothClocks): void {
  const now = bothClocks()
  const sleptMs = now.deviceMs - before.deviceMs - (now.pageMs - before.pageMs)
  if (sleptMs < SHORTEST_SLEEP_MS) return
  clock.setState(({ samples, minLeadMs }) => ({
    samples: samples.map(({ leadMs, errorMs }) => ({ leadMs: leadMs + sleptMs, errorMs })),
    minLeadMs: minLeadMs === null ? null : minLeadMs + sleptMs,
  }))
}

/** The server's time of day in epoch milliseconds; the device's until the server's is known. */
export function serverNowMs(): number {
  const leadMs = bestSample()?.leadMs ?? clock.getState().minLeadMs
  return leadMs === null ? Date.now() : pageNowMs() + leadMs
}

/** The milliseconds until a time of the server's clock, never below 0. */
export function timeLeftMs(endsAtMs: number): number {
  return Math.max(0, endsAtMs - serverNowMs())
}

/** Like {@link timeLeftMs}, updated every 100 ms, and at once when the clock is corrected. */
export function useTimeLeft(endsAtMs: number): number {
  const [leftMs, setLeftMs] = useState(() => timeLeftMs(endsAtMs))
  useEffect(() => {
    const tick = () => setLeftMs(timeLeftMs(endsAtMs))
    tick()
    const timer = setInterval(tick, TICK_MS)
    const unsubscribe = clock.subscribe(tick)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [endsAtMs])
  return leftMs
}

/** The sample with the smallest error. */
function bestSample(): Sample | undefined {
  return clock
    .getState()
    .samples.reduce<Sample | undefined>(
      (best, sample) => (best && best.errorMs <= sample.errorMs ? best : sample),
      undefined,
    )
}
