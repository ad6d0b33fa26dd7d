import { percentile } from '../lib/statistics.mjs'

const EVERY_MS = 20

/**
 * Calls the server every 20 ms as a player who has nothing to do with the attack, whether or not the last call has been
 * answered. `figures()` returns the latencies since it was last called.
 */
export function startBystander(call) {
  let latenciesMs = []
  const underWay = new Set()
  const once = async () => {
    const startedAt = performance.now()
    await call()
    latenciesMs.push(performance.now() - startedAt)
  }
  const timer = setInterval(() => {
    const calling = once().finally(() => underWay.delete(calling))
    underWay.add(calling)
  }, EVERY_MS)
  return {
    async figures() {
      await Promise.all(underWay)
      const row = {
        calls: latenciesMs.length,
        'p50 ms': Math.round(percentile(latenciesMs, 0.5)),
        'p95 ms': Math.round(percentile(latenciesMs, 0.95)),
        'longest ms': Math.round(Math.max(0, ...latenciesMs)),
      }
      latenciesMs = []
      return row
    },
    stop: () => clearInterval(timer),
  }
}
