import { onSessionEnd } from '../../platform/session.ts'

/** What one round trip told: the lead of the server's clock over this page's own, and how far off that may be. */
interface Sample {
  leadMs: number
  errorMs: number
}

const KEPT_SAMPLES = 5

let samples: readonly Sample[] = []
/** The server's lead is at least this: what messages of unknown age told. */
let leastLeadMs: number | null = null

// The device's time of day is anybody's guess and may be set while playing; the page's own clock only ever goes on.
const pageNowMs = () => performance.now()

/** The instant of now by the page's own clock, to measure a round trip with. */
export const roundTripStart = pageNowMs

/**
 * Learns from a round trip that began at `startedAtMs` and ends now: the server looked at its clock somewhere in
 * between, most likely in the middle (contract 3).
 */
export function noteRoundTrip(startedAtMs: number, serverTimeMs: number): void {
  const endedAtMs = pageNowMs()
  const sample = {
    leadMs: serverTimeMs - (startedAtMs + endedAtMs) / 2,
    errorMs: Math.max(0, endedAtMs - startedAtMs) / 2,
  }
  // Two that can't both be true were taken on either side of a jump: then only the newer one counts.
  const agreeing = samples.filter(({ leadMs, errorMs }) => Math.abs(leadMs - sample.leadMs) <= errorMs + sample.errorMs)
  samples = [sample, ...agreeing].slice(0, KEPT_SAMPLES)
}

/**
 * Learns from a message that took an unknown time: the server's clock shows no less than this. It counts while there
 * was no round trip, and where the page's clock can't be right any more because it stood still in a sleeping device.
 */
export function noteServerTime(serverTimeMs: number): void {
  const leadMs = serverTimeMs - pageNowMs()
  const best = bestSample()
  if (best && leadMs <= best.leadMs + best.errorMs) return
  samples = []
  leastLeadMs = best ? leadMs : Math.max(leadMs, leastLeadMs ?? leadMs)
}

/** The server's time of day in epoch milliseconds; the device's where the server has not been heard yet. */
export function serverNowMs(): number {
  const leadMs = bestSample()?.leadMs ?? leastLeadMs
  return leadMs === null ? Date.now() : pageNowMs() + leadMs
}

/** The one with the smallest round trip. */
function bestSample(): Sample | undefined {
  return samples.reduce<Sample | undefined>(
    (best, sample) => (best && best.errorMs <= sample.errorMs ? best : sample),
    undefined,
  )
}

onSessionEnd(() => {
  samples = []
  leastLeadMs = null
})
