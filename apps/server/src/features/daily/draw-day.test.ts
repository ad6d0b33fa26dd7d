import type { QuestionId, TopicId } from '@quizmaster/contract/ids'
import { createRng } from '@quizmaster/engine/draw'
import { expect, test } from 'vitest'
import { type DailyCandidate, drawDay } from './draw-day.ts'

/** As in the bank: topics of 25 questions, a quarter of them easy and a quarter hard. */
function bankOf(topicCount: number): DailyCandidate[] {
  return Array.from({ length: topicCount * 25 }, (_, number) => ({
    id: `question ${number}` as QuestionId,
    topicId: `topic ${Math.floor(number / 25)}` as TopicId,
    difficulty: [1, 2, 2, 3][number % 4] ?? 2,
  }))
}

function drawDays(candidates: readonly DailyCandidate[], count: number): DailyCandidate[][] {
  const byId = new Map(candidates.map((one) => [one.id, one]))
  const lastUsed = new Map<QuestionId, number>()
  const rng = createRng([1, 2, 3, 4])
  return Array.from({ length: count }, (_, day) => {
    for (const [id, used] of lastUsed) if (day - used >= 240) lastUsed.delete(id)
    const ids = drawDay({ candidates, lastUsed, rng })
    for (const id of ids) lastUsed.set(id, day)
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

test('500 days from a bank of 3,000 go from easy to hard, and repeat nothing within 240 days', () => {
  const days = drawDays(bankOf(120), 500)
  const lastUsed = new Map<QuestionId, number>()
  for (const [day, drawn] of days.entries()) {
    expect(drawn.map(({ difficulty }) => difficulty)).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 3, 3])
    expect(new Set(drawn.map(({ topicId }) => topicId)).size).toBe(10)
    for (const { id } of drawn) {
      expect(day - (lastUsed.get(id) ?? -Infinity)).toBeGreaterThanOrEqual(240)
      lastUsed.set(id, day)
    }
  }
})

test('a small bank gives ten different questions, those used longest ago first', () => {
  const days = drawDays(bankOf(1), 3)
  for (const drawn of days) expect(new Set(drawn.map(({ id }) => id)).size).toBe(10)
  const [first = [], second = [], third = []] = days
  expect(second.filter((one) => first.includes(one))).toEqual([])
  expect(third.filter((one) => second.includes(one))).toEqual([])
})

test('another seed draws another day', () => {
  const draw = (seed: number) =>
    drawDay({ candidates: bankOf(10), lastUsed: new Map(), rng: createRng([seed, 0, 0, 0]) })
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
})
