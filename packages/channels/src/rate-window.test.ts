import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RateWindow } from './rate-window.ts'

/** The seed is fixed, so that a run fails because of a change and not by chance. */
const SEED = 20_250_331

test('a message is refused exactly if the window already contains the maximum', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 })
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 8 }), (gapsMs, maxMessages) => {
      const window = new RateWindow()
      const timesMs: number[] = []
      let nowMs = 0
      for (const gapMs of gapsMs) {
        nowMs += gapMs
        const isAllowed = timesMs.filter((timeMs) => nowMs - timeMs < 100).length < maxMessages
        window.release(nowMs, 100)
        expect(window.count(nowMs, maxMessages, 100)).toBe(isAllowed)
        if (!isAllowed) return
        timesMs.push(nowMs)
      }
    }),
    { seed: SEED },
  )
})
