import { expect, test } from 'vitest'
import { addDays, daysBetween, type LocalDate, localDateAt } from '../../infra/local-date.ts'
import { cardAfter, type ReviewCard } from './review-card.ts'

const MONDAY = '2026-03-02'

/** The card after a miss and right answers on each of these dates. */
function reviewed(missedOn: LocalDate, ...rightOn: LocalDate[]): ReviewCard | null {
  return rightOn.reduce<ReviewCard | null>(
    (card, date) => cardAfter(card, true, date),
    cardAfter(null, false, missedOn),
  )
}

/** Answers correctly each time the card is due, and returns the days between. */
function intervals(missedOn: LocalDate): number[] {
  const days: number[] = []
  let card = cardAfter(null, false, missedOn)
  while (card?.dueOn) {
    days.push(daysBetween(card.reviewedOn, card.dueOn))
    card = cardAfter(card, true, card.dueOn)
  }
  return days
}

test('only a missed question gets a card', () => {
  expect(cardAfter(null, true, MONDAY)).toBeNull()
  expect(cardAfter(null, false, MONDAY)).toMatchObject({ missedOn: MONDAY, dueOn: '2026-03-03', rightInARow: 0 })
})

test('a question answered correctly each time it is due comes back after 1, 4, 17 and 61 days, and then never', () => {
  expect(intervals(MONDAY)).toEqual([1, 4, 17, 61])
})

test('intervals are whole days across the change to summer time and the end of a year', () => {
  expect(intervals('2026-03-28')).toEqual([1, 4, 17, 61])
  expect(intervals('2026-12-30')).toEqual([1, 4, 17, 61])
})

test('a wrong answer brings a question back the next day, and the run of right answers starts again', () => {
  const card = reviewed(MONDAY, '2026-03-03', '2026-03-07')
  expect(card?.rightInARow).toBe(2)
  expect(cardAfter(card, false, '2026-03-20')).toMatchObject({
    missedOn: '2026-03-20',
    dueOn: '2026-03-21',
    rightInARow: 0,
  })
})

test('a question that has been missed often comes back sooner after a right answer', () => {
  let card = cardAfter(null, false, MONDAY)
  for (let day = 1; day < 6; day += 1) card = cardAfter(card, false, addDays(MONDAY, day))
  const next = cardAfter(card, true, addDays(MONDAY, 6))
  expect(daysBetween(next?.reviewedOn ?? '', next?.dueOn ?? '')).toBeLessThan(4)
})

test('repeating on the same day changes nothing', () => {
  const missed = cardAfter(null, false, MONDAY)
  expect(cardAfter(missed, true, MONDAY)).toEqual(missed)
  const once = reviewed(MONDAY, '2026-03-03')
  expect(cardAfter(once, true, '2026-03-03')).toEqual(once)
})

test('a right answer before the due date counts, but four within three weeks do not make it theirs for good', () => {
  const early = reviewed(MONDAY, '2026-03-03', '2026-03-05', '2026-03-10', '2026-03-22')
  expect(early).toMatchObject({ rightInARow: 4 })
  expect(early?.dueOn).not.toBeNull()
  expect(cardAfter(early, true, '2026-03-23')).toMatchObject({ rightInARow: 5, dueOn: null })
})

test('a right answer a year late counts like one on time', () => {
  const card = reviewed(MONDAY, '2027-03-02')
  expect(card).toMatchObject({ rightInARow: 1 })
  expect((card?.dueOn ?? '') > '2027-03-06').toBe(true)
})

test('a question that is theirs for good stays so with right answers, and comes back once it is missed', () => {
  const kept = reviewed(MONDAY, '2026-03-03', '2026-03-07', '2026-03-24', '2026-05-24')
  expect(kept?.dueOn).toBeNull()
  expect(cardAfter(kept, true, '2026-09-01')).toEqual(kept)
  expect(cardAfter(kept, false, '2026-09-01')).toMatchObject({ dueOn: '2026-09-02', rightInARow: 0 })
})

test('a traveller who crosses the date line westwards has the same day twice; eastwards a day is left out', () => {
  // 3 March, 10:00 UTC: it is the 3rd in Auckland and the 2nd in Honolulu a few hours later.
  const inAuckland = localDateAt(Date.UTC(2026, 2, 3, 0), 'Pacific/Auckland')
  const inHonolulu = localDateAt(Date.UTC(2026, 2, 3, 9), 'Pacific/Honolulu')
  expect([inAuckland, inHonolulu]).toEqual(['2026-03-03', '2026-03-02'])
  const missed = cardAfter(null, false, inAuckland)
  expect(cardAfter(missed, true, inHonolulu)).toEqual(missed)
  expect(cardAfter(missed, false, inHonolulu)).toMatchObject({ missedOn: '2026-03-02', dueOn: '2026-03-04' })
  const missedInHonolulu = cardAfter(null, false, inHonolulu)
  expect(cardAfter(missedInHonolulu, true, '2026-03-04')).toMatchObject({ rightInARow: 1 })
})
