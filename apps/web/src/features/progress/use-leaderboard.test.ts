import type { Leaderboard, LeaderboardRow } from '@quizmaster/contract/http/stats'
import { expect, test } from 'vitest'
import { boardLines } from './use-leaderboard.ts'

const row = (position: number, name = `P${position}`): LeaderboardRow => ({
  position,
  name,
  rank_number: 1,
  level: 1,
  points: 10_000 - position,
})
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => row(from + index))
const board = (theRows: LeaderboardRow[], me: LeaderboardRow | null): Leaderboard => ({ rows: theRows, me })
const short = (top: Leaderboard, around?: Leaderboard) =>
  boardLines(top, around).map((line) =>
    line.kind === 'gap' ? '···' : `${line.row.position} ${line.row.name}${line.isMe ? ' (me)' : ''}`,
  )

test("the user's own row is marked if it is in the top", () => {
  expect(short(board(rows(1, 3), row(2)))).toEqual(['1 P1', '2 P2 (me)', '3 P3'])
})

test('a user without a place sees only the top', () => {
  expect(short(board(rows(1, 2), null))).toEqual(['1 P1', '2 P2'])
})

test('an own row below the top follows after a gap, among its neighbours', () => {
  const top = board(rows(1, 50), row(213))
  expect(short(top).slice(49)).toEqual(['50 P50', '···', '213 P213 (me)'])
  const lines = short(top, board(rows(208, 218), row(213)))
  expect(lines.slice(49, 53)).toEqual(['50 P50', '···', '208 P208', '209 P209'])
  expect(lines.filter((line) => line.endsWith('(me)'))).toEqual(['213 P213 (me)'])
})

test('a place right below the top follows without a gap and without duplicates', () => {
  const lines = short(board(rows(1, 50), row(52)), board(rows(47, 57), row(52)))
  expect(lines).toEqual(rows(1, 57).map(({ position }) => `${position} P${position}${position === 52 ? ' (me)' : ''}`))
})

test('a user who shares the last place of the top but is below it follows without a gap', () => {
  const top = board([...rows(1, 49), row(50, 'Anna')], row(50, 'Berta'))
  expect(short(top).slice(49)).toEqual(['50 Anna', '50 Berta (me)'])
})

test('of two players with equal rows, only one is marked', () => {
  const lines = short(board([row(1, 'Sam'), row(1, 'Sam')], row(1, 'Sam')))
  expect(lines).toEqual(['1 Sam (me)', '1 Sam'])
})
