import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelEvent, pointsToReach, progressOf } from './levels.ts'

/** The seed is fixed, so that a run fails because of a change and not by chance. */
const SEED = 20_250_331
const TOP = pointsToReach(80)
const points = fc.integer({ min: 0, max: TOP + 10_000 })

describe('levels and ranks', () => {
  test('a player starts without a level and without a rank', () => {
    expect(progressOf(0)).toEqual({ level: 0, rank_number: 0, rank: '', current_points: 0, next_level_points: 50 })
  })

  test.each([
    [49, 0, 0, '', 49, 50],
    [50, 1, 1, 'Wanderer', 0, 60],
    [109, 1, 1, 'Wanderer', 59, 60],
    [110, 2, 1, 'Wanderer', 0, 70],
    [pointsToReach(10), 10, 1, 'Wanderer', 0, 150],
    [pointsToReach(11), 11, 2, 'Rambler', 0, 160],
    [pointsToReach(71), 71, 8, 'Quizmaster', 0, 760],
    [35_599, 79, 8, 'Quizmaster', 839, 840],
    [35_600, 80, 8, 'Quizmaster', 840, 840],
    [1_000_000, 80, 8, 'Quizmaster', 840, 840],
  ])('%i points are level %i', (total, level, rank_number, rank, current_points, next_level_points) => {
    expect(progressOf(total)).toEqual({ level, rank_number, rank, current_points, next_level_points })
  })

  test('level n to n+1 takes 50 + 10n points, and 80 is the last', () => {
    for (let level = 0; level < 80; level += 1) {
      expect(pointsToReach(level + 1) - pointsToReach(level)).toBe(50 + 10 * level)
      expect(progressOf(pointsToReach(level)).level).toBe(level)
      expect(progressOf(pointsToReach(level + 1) - 1).level).toBe(level)
    }
    expect(progressOf(TOP + 1e9).level).toBe(80)
  })

  test('more points never give a lower level, and the bar is never more than full', () => {
    fc.assert(
      fc.property(points, points, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const low = progressOf(less)
        const high = progressOf(more)
        expect(high.level).toBeGreaterThanOrEqual(low.level)
        expect(low.rank_number).toBe(Math.ceil(low.level / 10))
        expect(low.current_points).toBeGreaterThanOrEqual(0)
        expect(low.current_points).toBeLessThanOrEqual(low.next_level_points)
        if (low.level < 80) expect(pointsToReach(low.level) + low.current_points).toBe(less)
      }),
      { seed: SEED },
    )
  })

  test('a jump over several levels gives one event, for the last; a new rank replaces a new level', () => {
    expect(levelEvent(0, 40)).toBeNull()
    expect(levelEvent(0, 50)).toEqual({ event: 'new_rank_achieved', level: 1, rank: 'Wanderer', rank_number: 1 })
    expect(levelEvent(50, 500)).toEqual({ event: 'new_level_achieved', level: 6, rank: 'Wanderer', rank_number: 1 })
    expect(levelEvent(pointsToReach(9), pointsToReach(25))).toEqual({
      event: 'new_rank_achieved',
      level: 25,
      rank: 'Scout',
      rank_number: 3,
    })
    expect(levelEvent(TOP, TOP + 5_000)).toBeNull()
  })

  test('however points are earned, the events report each level at most once and in rising order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 40 }), (awards) => {
        let total = 0
        const reached: number[] = []
        for (const award of awards) {
          const event = levelEvent(total, total + award)
          total += award
          if (event) reached.push(event.level)
        }
        expect(reached).toEqual([...new Set(reached)].toSorted((a, b) => a - b))
        expect(reached.at(-1) ?? 0).toBe(progressOf(total).level)
      }),
      { seed: SEED },
    )
  })
})
