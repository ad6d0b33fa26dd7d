import { describe, expect, test } from 'vitest'
import { expectedScore, NEW_RATING, rateAnswer } from './ratings.ts'

describe('expected score', () => {
  test('a player knows a question of their own rating half of the time, and guesses a quarter of the rest', () => {
    expect(expectedScore(0, 0)).toBe(0.625)
    expect(expectedScore(1.5, 1.5)).toBe(0.625)
  })

  test('it is a guess at worst and certain at best', () => {
    expect(expectedScore(-50, 0)).toBeCloseTo(0.25)
    expect(expectedScore(50, 0)).toBeCloseTo(1)
  })
})

describe('an answer', () => {
  test('moves both ratings by the same step in opposite directions', () => {
    const right = rateAnswer({ player: NEW_RATING, question: NEW_RATING }, true)
    expect(right).toEqual({ player: { rating: 0.375, answers: 1 }, question: { rating: -0.375, answers: 1 } })
    const wrong = rateAnswer({ player: NEW_RATING, question: NEW_RATING }, false)
    expect(wrong).toEqual({ player: { rating: -0.625, answers: 1 }, question: { rating: 0.625, answers: 1 } })
  })

  test('moves a rating less the more answers it is based on', () => {
    const { player, question } = rateAnswer({ player: { rating: 0, answers: 20 }, question: NEW_RATING }, true)
    expect(player.rating).toBeCloseTo(0.375 / 2)
    expect(question.rating).toBeCloseTo(-0.375)
  })

  test('that was expected changes little', () => {
    const { player } = rateAnswer({ player: { rating: 4, answers: 0 }, question: NEW_RATING }, true)
    expect(player.rating - 4).toBeLessThan(0.02)
  })

  test('a question that players answer wrongly nine times of ten is rated far above them', () => {
    let question = NEW_RATING
    for (let n = 0; n < 300; n += 1) ({ question } = rateAnswer({ player: NEW_RATING, question }, n % 10 === 0))
    expect(question.rating).toBeGreaterThan(2)
    expect(question.answers).toBe(300)
  })
})
