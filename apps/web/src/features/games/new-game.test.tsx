import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentGame } from './current-game.ts'
import { buildGame } from './testing/build-game.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type SeenCall, type StubAnswer, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { Modals } from '../../routes/modals.tsx'
import { GameModeChooser } from './game-modes.tsx'

const FLAG_ON: StubAnswer = { status: 200, body: { is_enabled: true } }
let server: StubbedServer

// This is lazily loaded, which takes real time.
beforeAll(() => import('./game-sheets.tsx'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function openChooser(create: (call: SeenCall) => StubAnswer, flag = FLAG_ON) {
  server = stubServer({ '/is_feature_flag_enabled': () => flag, '/api/game': create })
  const view = renderScreen(
    <>
      <GameModeChooser />
      <Modals />
    </>,
  )
  await pass(50)
  return view
}
const exists = (isCreator: boolean): StubAnswer => ({
  status: 409,
  body: {
    error: 'You are already in a game',
    code: 'game_exists',
    details: { id: '48213907', status: 'running', is_creator: isCreator },
  },
})
const created = () => callsTo(server, '/api/game').map(({ body }) => body)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('with the flag on, a new game leads to its lobby', async () => {
  const view = await openChooser(() => ({ data: buildGame() }))
  press('New')
  await pass(50)
  expect(created()).toEqual([{ type: 'fun', is_forced: false }])
  expect(useCurrentGame.getState().game?.id).toBe('48213907')
  expect(view.path()).toBe('/app/private-game/lobby')
})

test.each<[string, StubAnswer]>([
  ['is off', { status: 200, body: { is_enabled: false } }],
  ['fails', { status: 404, body: { error: 'Not found', code: 'not_found' } }],
])('while the flag %s, the mode is in development', async (_, flag) => {
  await openChooser(() => ({ data: buildGame() }), flag)
  expect(screen.getAllByText('In development')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Join' })).toBeNull()
})

test('before the flag is known the mode has neither buttons nor a note', () => {
  stubServer({ '/is_feature_flag_enabled': () => FLAG_ON })
  renderScreen(<GameModeChooser />)
  expect(screen.getAllByText('In development')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
})

test.each([
  [true, 'A new game cancels it, and its players are notified.'],
  [false, 'To start a new one you leave it, and your progress in it is lost.'],
])(
  'a player in a game (as host: %s) is asked first, then the new game has a link to its lobby',
  async (isHost, text) => {
    const view = await openChooser(({ body }) => (body['is_forced'] === true ? { data: buildGame() } : exists(isHost)))
    press('New')
    await pass(100)
    expect(screen.getByRole('dialog', { name: 'You already have a game' })).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Keep the game')
    press('Start a new game')
    await pass(50)
    expect(created()).toEqual([
      { type: 'fun', is_forced: false },
      { type: 'fun', is_forced: true },
    ])
    expect(view.path()).toBe('/here')
    press('Go to lobby')
    await pass(50)
    expect(view.path()).toBe('/app/private-game/lobby')
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('keeping the current game creates no new one', async () => {
  await openChooser(() => exists(true))
  press('New')
  await pass(100)
  expect(screen.getByRole('dialog')).toBeDefined()
  press('Keep the game')
  await pass(400)
  expect(created()).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['finished', 'gone'])('a sheet that asks about a game closes by itself when the game is %s', async (end) => {
  await openChooser(() => exists(false))
  const running = buildGame({ status: 'running' })
  act(() => useCurrentGame.setState({ game: running }))
  press('New')
  await pass(100)
  act(() => useCurrentGame.setState({ game: { ...running, version: running.version + 1 } }))
  await pass(400)
  expect(screen.getByRole('dialog')).toBeDefined()
  act(() => useCurrentGame.setState({ game: end === 'gone' ? null : { ...running, status: 'finished' } }))
  await pass(400)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refusal is shown', async () => {
  await openChooser(() => ({ status: 403, body: { error: 'This feature is switched off', code: 'feature_disabled' } }))
  press('New')
  await pass(50)
  expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['This feature is switched off'])
})
