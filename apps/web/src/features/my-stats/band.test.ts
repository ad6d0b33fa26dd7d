import { describe, expect, test } from 'vitest'
import { axisLines, isWeak, likelyBand } from './band.ts'
import { STATS_STRINGS } from './strings.ts'

describe('the band', () => {
  test('is the Wilson score interval at 95 %', () => {
    const [low, high] = likelyBand({ seen: 18, right: 8 })
    expect(low).toBeCloseTo(0.2456, 3)
    expect(high).toBeCloseTo(0.6628, 3)
  })

  test('stays between 0 and 1', () => {
    expect(likelyBand({ seen: 5, right: 5 })[1]).toBe(1)
    expect(likelyBand({ seen: 5, right: 0 })[0]).toBe(0)
    expect(likelyBand({ seen: 0, right: 0 })).toEqual([0, 1])
  })

  test('narrows with the number of questions', () => {
    const width = (seen: number) => {
      const [low, high] = likelyBand({ seen, right: seen * 0.8 })
      return high - low
    }
    expect(width(30_000)).toBeLessThan(0.01)
    expect(width(10)).toBeGreaterThan(0.4)
  })

  test.each([
    [{ seen: 4, right: 4 }, 'Too few to tell'],
    [{ seen: 18, right: 8 }, '2 to 7 in 10'],
    [{ seen: 25, right: 23 }, '8 to 10 in 10'],
    [{ seen: 1450, right: 1124 }, 'About 8 in 10'],
    [{ seen: 5, right: 0 }, '0 to 4 in 10'],
  ])('of %j is %s in words', (share, words) => {
    expect(STATS_STRINGS.likely(share)).toBe(words)
  })
})

test('a weak spot has at least five questions and a band below the share in all topics', () => {
  const usual = { seen: 1450, right: 1124 }
  expect(isWeak({ seen: 18, right: 8 }, usual)).toBe(true)
  expect(isWeak({ seen: 22, right: 18 }, usual)).toBe(false)
  expect(isWeak({ seen: 4, right: 0 }, usual)).toBe(false)
  expect(isWeak({ seen: 0, right: 0 }, { seen: 0, right: 0 })).toBe(false)
})

test.each([
  [203, [100, 200]],
  [9, [5]],
  [3, [1, 2, 3]],
  [1, [1]],
  [0, []],
  [1463, [500, 1000]],
])('an axis up to %i has lines at %j', (max, lines) => {
  expect(axisLines(max)).toEqual(lines)
})
