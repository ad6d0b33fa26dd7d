import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { endSession } from '../../platform/session.ts'
import { LiveRegions } from '../../ui/feedback/announce.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { setTimedQuestionOpen } from '../questions/question-gate.ts'
import { rememberGame, useCurrentGame } from './current-game.ts'
import { GameStartToast } from './game-start-toast.tsx'
import { buildGame, GUEST_ID, HOST_ID } from './testing/build-game.ts'

afterEach(() => {
  cleanup()
  act(() => {
    setTimedQuestionOpen(false)
    endSession()
  })
})

const PENDING = buildGame()
const STARTING = buildGame({ status: 'starting', version: 2 })
const RUNNING = buildGame({ status: 'running', version: 3 })

function Links() {
  const navigate = useNavigate()
  return <button onClick={() => void navigate('/app/private-game/lobby')}>To the lobby</button>
}

function openAt(path: string) {
  const layout = (isIn: boolean) => (
    <MemoryRouter initialEntries={[`/app/${path}`]}>
      <LiveRegions />
      {isIn && <GameStartToast />}
      <Links />
      <Toaster />
    </MemoryRouter>
  )
  const { rerender } = render(layout(false))
  rerender(layout(true))
}
const show = (game: Game | null, userId = GUEST_ID) =>
  act(() => useCurrentGame.setState({ userId, game, leftId: null }))
const link = () => screen.queryByRole('link', { name: 'Go to game' })
const alerts = () => document.getElementById('alert')?.textContent

test('a guest on another screen gets a toast that the game starts, with a link to it', () => {
  openAt('practice/play')
  show(PENDING)
  expect(link()).toBeNull()
  show(STARTING)
  expect(screen.getByText('The game starts')).toBeDefined()
  expect(link()?.getAttribute('href')).toBe('/app/private-game/lobby')
  expect(alerts()).toBe('The game starts. Go to game')
  show(RUNNING)
  expect(link()?.getAttribute('href')).toBe('/app/private-game/play')
  expect(alerts(), 'once').toBe('The game starts. Go to game')
})

test('a dismissed toast does not come back', () => {
  openAt('dashboard')
  show(PENDING)
  show(STARTING)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  show(RUNNING)
  expect(link()).toBeNull()
})

test.each([null, { ...RUNNING, status: 'finished', version: 4 } as Game])(
  'the toast disappears when the game is over',
  (over) => {
    openAt('dashboard')
    show(PENDING)
    show(RUNNING)
    expect(link()).not.toBeNull()
    show(over)
    expect(link()).toBeNull()
  },
)

test('a guest who has opened the game gets no further toast', () => {
  openAt('dashboard')
  show(PENDING)
  show(STARTING)
  fireEvent.click(screen.getByRole('button', { name: 'To the lobby' }))
  expect(link()).toBeNull()
})

test.each([
  ['a guest in the lobby', 'private-game/lobby', GUEST_ID],
  ['the host', 'dashboard', HOST_ID],
])('%s gets no toast', (_, path, userId) => {
  openAt(path)
  show(PENDING, userId)
  show(STARTING, userId)
  expect(link()).toBeNull()
})

test('a guest who returns after the start gets the toast if the game was pending when they left', () => {
  act(() => rememberGame(PENDING))
  openAt('dashboard')
  show(RUNNING)
  expect(link()).not.toBeNull()
})

test('a guest who reloads the page during a game gets no toast', () => {
  act(() => rememberGame(RUNNING))
  openAt('dashboard')
  show(RUNNING)
  expect(link()).toBeNull()
})

test('the toast waits while a timed question is open', () => {
  openAt('dashboard')
  act(() => setTimedQuestionOpen(true))
  show(PENDING)
  show(STARTING)
  expect(link()).toBeNull()
  expect(alerts()).toBe('')
  act(() => setTimedQuestionOpen(false))
  expect(link()).not.toBeNull()
  expect(alerts()).toBe('The game starts. Go to game')
})
