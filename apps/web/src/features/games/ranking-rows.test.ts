import { expect, test } from 'vitest'
import { rankingRows } from './ranking-rows.ts'
import { playerShapes } from './player-mark.tsx'
import { buildOpenQuestion, buildPlayer, closeQuestion } from './testing/build-game.ts'

const [mira, jonas, priya] = [buildPlayer('Mira'), buildPlayer('Jonas'), buildPlayer('Priya')]
const open = buildOpenQuestion(0, {}, { players: [mira, jonas, priya] })
const closed = closeQuestion(open, { [priya.id]: 900, [jonas.id]: 400 }, [priya, jonas, mira])

test("the ranking has the server's order and the points that the question earned", () => {
  const rows = rankingRows(closed, jonas.user_id, [mira.id, jonas.id, priya.id])
  expect(
    rows.map(({ name, place, oldPlace, points, oldPoints, gained, isOwn }) => [
      name,
      place,
      oldPlace,
      points,
      oldPoints,
      gained,
      isOwn,
    ]),
  ).toEqual([
    ['Priya', 1, 3, 900, 0, 900, false],
    ['Jonas', 2, 2, 400, 0, 400, true],
    ['Mira', 3, 1, 0, 0, 0, false],
  ])
})

test('a player who has left leaves no gap in the old order', () => {
  const rows = rankingRows({ ...closed, players: [priya, mira] }, null, [mira.id, jonas.id, priya.id])
  expect(rows.map(({ oldPlace }) => oldPlace)).toEqual([2, 1])
})

test('an unknown old order is derived from the old points, with ties in the current order', () => {
  const before = { ...open, state: { ...open.state, points: { [mira.id]: 1000, [jonas.id]: 0, [priya.id]: 0 } } }
  const rows = rankingRows(closeQuestion(before, { [priya.id]: 1100 }, [priya, mira, jonas]), null, null)
  expect(rows.map(({ name, oldPlace }) => [name, oldPlace])).toEqual([
    ['Priya', 2],
    ['Mira', 1],
    ['Jonas', 3],
  ])
})

test('players share a shape only if there are more than four, and keep it in any ranking', () => {
  const ids = ['a', 'e', 'i', 'm', 'q', 'u'].map((name) => buildPlayer(name).id)
  const four = playerShapes(ids.slice(0, 4))
  expect(new Set(four.values()).size).toBe(4)
  expect(playerShapes(ids.toReversed())).toEqual(playerShapes(ids))
})
