import type { PlayerId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import { playerShapes } from './player-mark.tsx'

const ids = (...names: string[]) => names as PlayerId[]

test('players keep their shape all evening, no matter who joins or leaves', () => {
  const first = playerShapes(ids('m', 'n', 'o'))
  const second = playerShapes(ids('a', 'm', 'b', 'n'), ids('m', 'n', 'o'))
  for (const id of ids('m', 'n')) expect(second.get(id)).toBe(first.get(id))
  const third = playerShapes(ids('0', 'a', 'b', 'm'), ids('m', 'n', 'o', 'a', 'b'))
  for (const id of ids('a', 'b', 'm')) expect(third.get(id)).toBe(second.get(id))
})
