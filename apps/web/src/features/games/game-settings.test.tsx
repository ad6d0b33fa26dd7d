import type { Topic } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentGame } from './current-game.ts'
import { buildGame, HOST_ID } from './testing/build-game.ts'
import { useShownTopics, useTopicChoice } from '../practice/practice-stores.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { GameSettings } from './game-settings.tsx'

const topics = Array.from({ length: 12 }, (_, index) => ({ id: `t${index + 1}`, text: `Topic ${index + 1}` }))
let server: StubbedServer

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function openSettings(settings: { topics: string[]; question_count: number }) {
  const game = buildGame({ settings: settings as Game['settings'] })
  server = stubServer({
    '/topic/random_list': () => ({ data: topics }),
    '/topic/groups': () => ({
      data: [
        { name: 'Early', topics: topics.slice(0, 3) },
        { name: 'Late', topics: topics.slice(3) },
      ],
    }),
    '/game/update': ({ body }) => ({ data: { ...game, version: 2, settings: body['settings'] } }),
  })
  act(() => useCurrentGame.setState({ userId: HOST_ID, game, leftId: null }))
  const view = renderScreen(<GameSettings />)
  await pass(2_100)
  return view
}
const chip = (name: string) => screen.getByRole('button', { name })
const chosen = () =>
  within(screen.getByRole('group', { name: /Topics|Early|Late/ }))
    .queryAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent)
const save = () => screen.getByRole('button', { name: /Save/ })

test('the topics of the game are chosen and come first; those chosen for practice do not change', async () => {
  await openSettings({ topics: ['t7', 't2'], question_count: 10 })
  expect(chosen()).toEqual(['Topic 7', 'Topic 2'])
  fireEvent.click(chip('Topic 3'))
  expect(useTopicChoice.getState().topics).toEqual([])
})

test('the topics that practice shows stay as they are', async () => {
  const remembered = [{ id: 'p1', text: 'Remembered' }] as unknown as Topic[]
  useShownTopics.setState({ topics: remembered })
  await openSettings({ topics: ['t7'], question_count: 10 })
  fireEvent.click(chip('Topic 3'))
  fireEvent.click(screen.getByRole('button', { name: 'Load more topics' }))
  await pass(1_100)
  expect(useShownTopics.getState().topics).toEqual(remembered)
  expect(JSON.parse(localStorage.getItem('topicsStore') ?? '')).toEqual({ state: { topics: remembered }, version: 0 })
})

test("all topics can't be chosen at once, and nothing can be saved without a topic", async () => {
  await openSettings({ topics: [], question_count: 10 })
  expect(screen.getByRole('heading', { name: 'Select topics for the game' })).toBeDefined()
  expect(screen.queryByRole('switch', { name: 'All topics' })).toBeNull()
  expect(save().closest('[data-shown]')?.getAttribute('data-shown')).toBe('false')
})

test('topics and question count are saved in one call, which leads to the lobby', async () => {
  const view = await openSettings({ topics: ['t1'], question_count: 10 })
  fireEvent.click(chip('Topic 4'))
  fireEvent.click(screen.getByRole('radio', { name: '20' }))
  expect(save().textContent).toBe('Save 2')
  fireEvent.click(save())
  await pass(100)
  expect(callsTo(server, '/game/update').map(({ body }) => body)).toEqual([
    { settings: { topics: ['t1', 't4'], question_count: 20 } },
  ])
  expect(view.path()).toBe('/app/private-game/lobby')
})

test('saving the first topics leads to the lobby, even if the update arrives before the response', async () => {
  const view = await openSettings({ topics: [], question_count: 10 })
  fireEvent.click(chip('Topic 4'))
  fireEvent.click(save())
  const settings = { topics: ['t4'], question_count: 10 } as unknown as Game['settings']
  act(() => useCurrentGame.setState({ game: buildGame({ version: 2, settings }) }))
  expect(chosen()).toEqual(['Topic 4'])
  await pass(100)
  expect(view.path()).toBe('/app/private-game/lobby')
})

test('with ten topics chosen no other can be chosen until one is deselected', async () => {
  await openSettings({ topics: topics.slice(0, 10).map(({ id }) => id), question_count: 10 })
  fireEvent.click(chip('Topic 11'))
  expect(chosen()).toHaveLength(10)
  expect(chip('Topic 11').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(chip('Topic 1'))
  fireEvent.click(chip('Topic 11'))
  expect(chosen()).toContain('Topic 11')
})

test('a question count that the topics lowered is one of the choices', async () => {
  await openSettings({ topics: ['t1'], question_count: 24 })
  const counts = within(screen.getByRole('radiogroup', { name: 'Number of questions' })).getAllByRole('radio')
  expect(counts.map((radio) => radio.getAttribute('value'))).toEqual(['5', '10', '15', '20', '24', '30'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '24' }).checked).toBe(true)
})

test('a group with too many topics is unavailable, and a line says why', async () => {
  await openSettings({ topics: topics.slice(3, 12).map(({ id }) => id), question_count: 10 })
  expect(chip('Late, 9 chosen')).toBeDefined()
  fireEvent.click(chip('Early'))
  expect(screen.getByText('Early has 3 topics: more than the 1 that still fit.')).toBeDefined()
  const whole = chip('All of Early, 3 topics')
  expect(whole.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(whole)
  expect(chosen()).toEqual([])
  fireEvent.click(chip('Topic 2'))
  expect(chosen()).toEqual(['Topic 2'])
})

test('a game can be played without a clock', async () => {
  await openSettings({ topics: ['t1'], question_count: 10 })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '20 seconds' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'No clock' }))
  fireEvent.click(screen.getByRole('button', { name: /Save/ }))
  await pass(100)
  expect(callsTo(server, '/game/update').map(({ body }) => body)).toEqual([
    { settings: { topics: ['t1'], question_count: 10, has_clock: false } },
  ])
})

test('the host can switch watching off; the setting is sent only if it changes', async () => {
  await openSettings({ topics: ['t1'], question_count: 10 })
  const watching = screen.getByRole('switch', { name: 'Let latecomers watch' })
  expect(watching.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(watching)
  fireEvent.click(screen.getByRole('button', { name: /Save/ }))
  await pass(100)
  expect(callsTo(server, '/game/update').map(({ body }) => body)).toEqual([
    { settings: { topics: ['t1'], question_count: 10, is_watchable: false } },
  ])
})
