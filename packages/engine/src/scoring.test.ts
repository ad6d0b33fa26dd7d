import { describe, expect, test } from 'vitest'
import { awardFor, effectiveTimeMs, pointsFor, inRankingOrder } from './scoring.ts'
import { playerId, userId } from './testing/fixtures.ts'

describe('points', () => {
  test.each([
    [0, 1_000],
    [19, 1_000],
    [20, 1_000],
    [21, 999],
    [2_700, 933],
    [10_000, 750],
    [20_000, 500],
  ])('a right answer after %i ms is worth %i', (timeMs, points) => {
    expect(pointsFor(timeMs)).toBe(points)
  })

  test('a later answer is never worth more', () => {
    for (let timeMs = 1; timeMs <= 20_000; timeMs += 1) {
      expect(pointsFor(timeMs)).toBeLessThanOrEqual(pointsFor(timeMs - 1))
    }
  })

  test.each([
    [0, 0],
    [49, 0],
    [50, 1],
    [2_249, 22],
    [2_250, 23],
    [30_000, 300],
  ])('%i points in a game earn %i', (gamePoints, award) => {
    expect(awardFor(gamePoints)).toBe(award)
  })

  test('a time that is not a number counts as the time the server measured', () => {
    expect(effectiveTimeMs(Number.NaN, 5_000)).toBe(4_500)
  })
})

describe('ranking', () => {
  const player = (number: number, points: number, totalMs: number, name: string) => ({
    id: playerId(number),
    userId: userId(number),
    name,
    points,
    totalMs,
    isAttached: true,
  })

  test('is by points, then time, then name, then id, whatever the original order', () => {
    const best = player(9, 700, 9_000, 'Zoe')
    const faster = player(8, 500, 1_000, 'Zoe')
    const first = player(7, 500, 2_000, 'Ann')
    const upper = player(6, 500, 2_000, 'Zoe')
    const second = player(3, 500, 2_000, 'ann')
    const third = player(4, 500, 2_000, 'ann')
    const ranked = [best, faster, first, upper, second, third]
    expect(inRankingOrder(ranked.toReversed())).toEqual(ranked)
    expect(inRankingOrder([third, best, upper, faster, second, first])).toEqual(ranked)
  })
})
