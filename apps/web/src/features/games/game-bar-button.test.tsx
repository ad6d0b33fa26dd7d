import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberGame, useCurrentGame } from './current-game.ts'
import { buildGame, HOST_ID } from './testing/build-game.ts'
import { pass } from '../../testing/render-screen.tsx'
import { callsTo, type StubAnswer, stubServer } from '../../testing/stub-server.ts'
import { endSession } from '../../platform/session.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { useGameBarButton } from './game-bar-button.tsx'
import { buildWatched } from './testing/build-watched.ts'
import { useWatchedGame } from './watch/watched-game.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => endSession())
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const Bar = () => <nav>{useGameBarButton()}</nav>
const label = () => screen.getByRole('navigation').textContent

function openBar(answer: StubAnswer, path = '/app/private-game/lobby') {
  const server = stubServer({ '/game/update': () => answer })
  act(() => useCurrentGame.setState({ userId: HOST_ID, game: buildGame(), leftId: null }))
  render(
    <MemoryRouter initialEntries={[path]}>
      <Bar />
    </MemoryRouter>,
  )
  return server
}

test('starting takes at least half a second, and a second press is ignored', async () => {
  const server = openBar({ data: buildGame({ status: 'starting', version: 2 }) })
  expect(label()).toBe('Start game')
  fireEvent.click(screen.getByRole('button'))
  await pass(10)
  expect(label()).toBe('Loading...')
  fireEvent.click(screen.getByRole('button'))
  await pass(450)
  expect(label()).toBe('Loading...')
  await pass(100)
  expect(label()).toBe('Starting...')
  expect(callsTo(server, '/game/update').map(({ body }) => body)).toEqual([{ status: 'starting' }])
})

test('a refused start shows the reason and can be tried again', async () => {
  openBar({ status: 409, body: { error: 'Choose 1 to 10 topics first', code: 'no_topics' } })
  fireEvent.click(screen.getByRole('button'))
  await pass(550)
  expect(label()).toBe('Start game')
  expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['Choose 1 to 10 topics first'])
})

test('on other screens the button leads to the lobby', () => {
  openBar({ data: buildGame() }, '/app/dashboard')
  expect(screen.getByRole('link', { name: 'Active game' }).getAttribute('href')).toBe('/app/private-game/lobby')
})

test('while the game starts, the button counts down', async () => {
  openBar({ data: buildGame() }, '/app/dashboard')
  act(() =>
    useCurrentGame.setState({ game: buildGame({ status: 'starting', phase_ends_at: Date.now() + 3_000, version: 2 }) }),
  )
  const button = screen.getByRole('link', { name: 'Active game' })
  expect(button.textContent).toBe('Active game3')
  await pass(1_100)
  expect(button.textContent).toBe('Active game2')
})

test('without a game the tabs fill the bar; a current or remembered game reserves space for the button', () => {
  act(() => useCurrentGame.setState({ userId: HOST_ID, game: undefined, leftId: null }))
  const { result } = renderHook(() => useGameBarButton(), { wrapper: MemoryRouter })
  expect(result.current).toBeUndefined()
  act(() => rememberGame(buildGame()))
  expect(result.current).toBeNull()
  act(() => useCurrentGame.setState({ game: null }))
  expect(result.current).toBeUndefined()
})

test('the lobby reserves the space before its game is known; the results never do', () => {
  act(() => useCurrentGame.setState({ userId: HOST_ID, game: undefined, leftId: null }))
  const actionAt = (path: string) =>
    renderHook(() => useGameBarButton(), {
      wrapper: ({ children }) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>,
    }).result.current
  expect(actionAt('/app/private-game/lobby')).toBeNull()
  act(() => useCurrentGame.setState({ game: { ...buildGame(), status: 'finished' } }))
  expect(actionAt('/app/private-game/results')).toBeUndefined()
})

test('the button leads back to a watched game, unless the user has a game of their own', () => {
  openBar({ data: buildGame() }, '/app/dashboard')
  act(() => useWatchedGame.setState({ watched: buildWatched() }))
  expect(screen.getByRole('link').textContent).toBe('Active game')
  act(() => useCurrentGame.setState({ game: null }))
  expect(screen.getByRole('link', { name: 'Go to game' }).getAttribute('href')).toBe('/app/private-game/watch')
})

test('the screen of a watched game has no button that leads to itself', () => {
  openBar({ data: buildGame() }, '/app/private-game/watch')
  act(() => {
    useCurrentGame.setState({ game: null })
    useWatchedGame.setState({ watched: buildWatched({ status: 'finished' }) })
  })
  expect(screen.queryByRole('link')).toBeNull()
})
