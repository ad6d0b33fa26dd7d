import type { Clock } from './clock.ts'

const ASK_EVERY_MS = 10_000
const KEPT_READINGS = 5

export interface SharedClock extends Clock {
  stop(): void
}

/** What to add to this process's monotonic clock, give or take half of the round trip in which it was learnt. */
interface Reading {
  offsetMs: number
  tookMs: number
}

/**
 * The time of the database, for processes that share one: a game that several of them look after has one clock, however
 * far their machines' clocks stand apart or are set meanwhile. While the database can't be asked the last answer holds.
 * @param askDatabase gives its epoch milliseconds
 * @param monotonicMs a clock of this process that nobody sets
 */
export async function openSharedClock(
  askDatabase: () => Promise<number>,
  monotonicMs: () => number = () => performance.now(),
): Promise<SharedClock> {
  const read = async (): Promise<Reading> => {
    const askedAtMs = monotonicMs()
    const databaseMs = await askDatabase()
    const answeredAtMs = monotonicMs()
    return { offsetMs: databaseMs - (askedAtMs + answeredAtMs) / 2, tookMs: answeredAtMs - askedAtMs }
  }
  let readings = [await read()]
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      const newest = await read()
      // What can't be true beside the newest is of before a jump: another database, or a machine that slept.
      readings = [newest, ...readings.filter((reading) => agree(reading, newest))].slice(0, KEPT_READINGS)
    } catch {
      // The last answer holds.
    } finally {
      isAsking = false
    }
  }

  const timer = setInterval(() => void ask(), ASK_EVERY_MS)
  timer.unref()
  return {
    now() {
      const tightest = readings.reduce((best, reading) => (reading.tookMs < best.tookMs ? reading : best))
      return Math.floor(monotonicMs() + tightest.offsetMs)
    },
    stop: () => clearInterval(timer),
  }
}

/** A millisecond is the database's rounding. */
function agree(one: Reading, other: Reading): boolean {
  return Math.abs(one.offsetMs - other.offsetMs) <= (one.tookMs + other.tookMs) / 2 + 1
}
