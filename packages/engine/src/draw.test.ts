import type { QuestionId } from '@quizmaster/contract/ids'
import { assert, array, nat, property, uniqueArray, integer, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRng, drawQuestions, type Seed, shuffled } from './draw.ts'
import { questionId } from './testing/fixtures.ts'

const SEED: Seed = [1, 2, 3, 4]
/** The seed of the property checks. It is fixed, so that a run fails because of a change and not by chance. */
const RUN_SEED = 20_250_331

/** One list of ids per topic, of the given sizes; the questions of topic 2 are 200, 201 and so on. */
function bank(...sizes: number[]): QuestionId[][] {
  const idsOf = (topic: number, size: number) =>
    Array.from({ length: size }, (_, index) => questionId(topic * 100 + index))
  return sizes.map((size, topic) => idsOf(topic, size))
}

const NOTHING_SEEN: ReadonlyMap<QuestionId, number> = new Map()

/** When each question was seen, the first one most recently. */
const latestFirst = (ids: readonly QuestionId[]) => new Map(ids.map((id, index) => [id, 1_000 - index]))

const draw = (candidates: QuestionId[][], count: number, seenAtMs = NOTHING_SEEN, seed = SEED) =>
  drawQuestions({ candidates, count, seenAtMs, rng: createRng(seed) })

const countsIn = (drawn: QuestionId[], candidates: QuestionId[][]) =>
  candidates.map((ids) => ids.filter((id) => drawn.includes(id)).length)

const seeds = tuple(nat(), nat(), nat(), nat())

describe('the draw', () => {
  test('takes questions from the topics in turn', () => {
    const candidates = bank(50, 50, 50)
    const drawn = draw(candidates, 12)
    expect(countsIn(drawn, candidates)).toEqual([4, 4, 4])
    expect(countsIn(drawn.slice(0, 3), candidates)).toEqual([1, 1, 1])
  })

  test('takes more from the others if a topic has few, and is shorter if all have few', () => {
    const candidates = bank(2, 50)
    expect(countsIn(draw(candidates, 10), candidates)).toEqual([2, 8])
    expect(draw(bank(2, 3), 10)).toHaveLength(5)
    expect(draw(bank(0), 10)).toEqual([])
    expect(draw([], 10)).toEqual([])
    expect(draw(bank(5), 0)).toEqual([])
    expect(draw(bank(5), -1)).toEqual([])
  })

  test('leaves out questions seen lately; if there are too few others, those seen longest ago come first', () => {
    const [a, b, c, d, e] = bank(5)[0] as [QuestionId, QuestionId, QuestionId, QuestionId, QuestionId]
    const seenAtMs = latestFirst([c, a, e])
    expect(new Set(draw(bank(5), 2, seenAtMs))).toEqual(new Set([b, d]))
    expect(draw(bank(5), 4, seenAtMs).slice(2)).toEqual([e, a])
  })

  test('puts questions seen at the same time in random order', () => {
    const ids = bank(5)[0] ?? []
    const seenAtMs = new Map(ids.map((id) => [id, 1_000]))
    const firsts = Array.from({ length: 100 }, (_, round) => draw(bank(5), 1, seenAtMs, [round, 2, 3, 4])[0])
    expect(new Set(firsts)).toEqual(new Set(ids))
  })

  test('differs between seeds and is the same for the same seed', () => {
    const candidates = bank(50, 50)
    expect(draw(candidates, 10)).toEqual(draw(candidates, 10))
    expect(draw(candidates, 10)).not.toEqual(draw(candidates, 10, NOTHING_SEEN, [5, 6, 7, 8]))
  })

  test('never repeats or invents a question, and is as long as possible', () => {
    const sizes = array(nat(12), { maxLength: 6 })
    const seen = uniqueArray(integer({ min: 0, max: 600 }), { maxLength: 60 })
    assert(
      property(sizes, nat(30), seen, seeds, (topicSizes, count, seenNumbers, seed) => {
        const candidates = bank(...topicSizes)
        const held = candidates.flat()
        const seenAtMs = latestFirst(seenNumbers.map((number) => questionId(number)))
        const drawn = draw(candidates, count, seenAtMs, seed)
        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn.every((id) => held.includes(id))).toBe(true)
        expect(drawn).toHaveLength(Math.min(count, held.length))
        const freshHeld = held.filter((id) => !seenAtMs.has(id)).length
        const freshDrawn = drawn.filter((id) => !seenAtMs.has(id)).length
        expect(freshDrawn).toBe(Math.min(count, freshHeld))
      }),
      { seed: RUN_SEED },
    )
  })
})

describe('shuffling', () => {
  test('keeps every item and does not change the original list', () => {
    assert(
      property(array(nat()), seeds, (items, seed) => {
        const before = [...items]
        const moved = shuffled(items, createRng(seed))
        expect(items).toEqual(before)
        expect(moved.toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b))
      }),
      { seed: RUN_SEED },
    )
  })

  test('puts every item in every place about equally often', () => {
    const rng = createRng(SEED)
    const counts = Array.from({ length: 16 }, () => 0)
    for (let round = 0; round < 4_000; round += 1) {
      shuffled([0, 1, 2, 3], rng).forEach(
        (item, place) => (counts[item * 4 + place] = (counts[item * 4 + place] ?? 0) + 1),
      )
    }
    expect(Math.min(...counts)).toBeGreaterThan(900)
    expect(Math.max(...counts)).toBeLessThan(1_100)
  })
})
