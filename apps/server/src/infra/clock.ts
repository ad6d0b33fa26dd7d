/** The server's only source of time: epoch milliseconds. Tests pass in a fake one. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface SharedClock extends Clock {
  stop(): void
}

const READ_EVERY_MS = 10_000
const KEPT_READINGS = 5

/** The offset of the database's clock from this process's monotonic clock, accurate to half of `tookMs`. */
interface Reading {
  offsetMs: number
  tookMs: number
}

/**
 * The database's time, for processes that share a database: they need the same clock for a game, and the clocks of
 * their machines may differ or be set. If the database can't be reached, the last reading is used.
 * @param readDatabaseMs returns the database's epoch milliseconds
 * @param monotonicMs a clock of this process that is never set
 */
export async function openSharedClock(
  readDatabaseMs: () => Promise<number>,
  monotonicMs: () => number = () => performance.now(),
): Promise<SharedClock> {
  const read = async (): Promise<Reading> => {
    const sentAtMs = monotonicMs()
    const databaseMs = await readDatabaseMs()
    const receivedAtMs = monotonicMs()
    return { offsetMs: databaseMs - (sentAtMs + receivedAtMs) / 2, tookMs: receivedAtMs - sentAtMs }
  }
  let readings = [await read()]
  let isReading = false

  async function update(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      const newest = await read()
      // Readings that contradict the newest one predate a jump: a failover, or a suspended machine.
      readings = [newest, ...readings.filter((reading) => agree(reading, newest))].slice(0, KEPT_READINGS)
    } catch {
      // Keeps the last readings.
    } finally {
      isReading = false
    }
  }

  const timer = setInterval(() => void update(), READ_EVERY_MS)
  timer.unref()
  return {
    now() {
      const best = readings.reduce((a, b) => (b.tookMs < a.tookMs ? b : a))
      return Math.floor(monotonicMs() + best.offsetMs)
    },
    stop: () => clearInterval(timer),
  }
}

/** Whether the two offsets are within their accuracy, plus the database's rounding of 1 ms. */
function agree(a: Reading, b: Reading): boolean {
  return Math.abs(a.offsetMs - b.offsetMs) <= (a.tookMs + b.tookMs) / 2 + 1
}
