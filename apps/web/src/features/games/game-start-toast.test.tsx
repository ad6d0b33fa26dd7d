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

test('a guest who is elsewhere is told that the game starts, and is led to it', () => {
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

test('the toast goes when it is dismissed, and does not come back', () => {
  openAt('dashboard')
  show(PENDING)
  show(STARTING)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  show(RUNNING)
  expect(link()).toBeNull()
})

test.each([null, { ...RUNNING, status: 'finished', version: 4 } as Game])(
  'the toast goes when the game is over',
  (over) => {
    openAt('dashboard')
    show(PENDING)
    show(RUNNING)
    expect(link()).not.toBeNull()
    show(over)
    expect(link()).toBeNull()
  },
)

test('a guest who has seen the game is not told again', () => {
  openAt('dashboard')
  show(PENDING)
  show(STARTING)
  fireEvent.click(screen.getByRole('button', { name: 'To the lobby' }))
  expect(link()).toBeNull()
})

test.each([
  ['a guest in the lobby', 'private-game/lobby', GUEST_ID],
  ['the host', 'dashboard', HOST_ID],
])('%s is not told', (_, path, userId) => {
  openAt(path)
  show(PENDING, userId)
  show(STARTING, userId)
  expect(link()).toBeNull()
})

test('a guest who comes back after the start is told, if the game was pending when they left', () => {
  act(() => rememberGame(PENDING))
  openAt('dashboard')
  show(RUNNING)
  expect(link()).not.toBeNull()
})

test('a guest who reloads during a game is not told', () => {
  act(() => rememberGame(RUNNING))
  openAt('dashboard')
  show(RUNNING)
  expect(link()).toBeNull()
})

test('the toast waits while a question whose time is running is open', () => {
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
