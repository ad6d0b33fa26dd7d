import { expect, test } from 'vitest'
import { defineChannel, ok } from './channel.ts'
import { Routes } from './routes.ts'

const channel = () => defineChannel<null>({ join: () => ok() })

test('an exact pattern wins over a wildcard, an earlier wildcard over a later', () => {
  const [lobby, rooms, all] = [channel(), channel(), channel()]
  const routes = new Routes<null>({ '*': all, 'room:*': rooms, 'room:lobby': lobby })
  expect(routes.find('room:lobby')).toEqual({ definition: lobby, subtopic: '' })
  expect(routes.find('room:1')?.definition).toBe(all)
  expect(new Routes<null>({ 'room:*': rooms, '*': all }).find('room:1:x')).toEqual({
    definition: rooms,
    subtopic: '1:x',
  })
})

test('a wildcard that is not at the end is an error', () => {
  expect(() => new Routes<null>({ 'room:*:chat': channel() })).toThrow('"*" only at its end')
})
