import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useCurrentGame, useRememberedGame } from './current-game.ts'
import { buildGame, GUEST_ID, HOST_ID } from './testing/build-game.ts'
import { openModal, useModal } from '../modals/modal-store.ts'
import { endSession } from '../../platform/session.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { useGameNavigation } from './use-game-navigation.ts'

afterEach(() => {
  cleanup()
  act(() => endSession())
  useToasts.setState({ toasts: [] })
})

function Routed() {
  useGameNavigation()
  return (
    <i data-testid="path" data-modal={useModal().type}>
      {useLocation().pathname}
    </i>
  )
}

function openAt(path: string) {
  render(
    <MemoryRouter initialEntries={[`/app/${path}`]}>
      <Routed />
    </MemoryRouter>,
  )
}
const show = (game: Game | null, userId = GUEST_ID, leftId: string | null = null) =>
  act(() => useCurrentGame.setState({ userId, game, leftId }))
const path = () => screen.getByTestId('path').textContent
const titles = () => useToasts.getState().toasts.map(({ title }) => title)

test('nothing navigates before the game is known', () => {
  openAt('private-game/play')
  expect(path()).toBe('/app/private-game/play')
  show(null)
  expect(path()).toBe('/app/dashboard')
  expect(titles()).toEqual([])
})

test('a game leads from the lobby to play, to the results and to the rematch', () => {
  openAt('private-game/lobby')
  show(buildGame({ status: 'starting' }))
  expect(path()).toBe('/app/private-game/lobby')
  show(buildGame({ status: 'running', version: 2 }))
  expect(path()).toBe('/app/private-game/play')
  show(buildGame({ status: 'finished', version: 3 }))
  expect(path()).toBe('/app/private-game/results')
  show(buildGame({ id: '11111111' as Game['id'] }))
  expect(path()).toBe('/app/private-game/lobby')
})

test('a reload of the lobby at the end of the countdown leads to play', () => {
  act(() => void useRememberedGame.setState({ id: '48213907', status: 'starting' }))
  openAt('private-game/lobby')
  show(buildGame({ status: 'running' }))
  expect(path()).toBe('/app/private-game/play')
})

test('a player who goes back to the lobby of a running game stays there', () => {
  act(() => void useRememberedGame.setState({ id: '48213907', status: 'running' }))
  openAt('private-game/lobby')
  show(buildGame({ status: 'running' }))
  show(buildGame({ status: 'running', version: 2 }))
  expect(path()).toBe('/app/private-game/lobby')
})

test('outside private games nothing navigates', () => {
  openAt('dashboard/profile')
  show(buildGame({ status: 'starting' }))
  show(buildGame({ status: 'running', version: 2 }))
  show(buildGame({ status: 'finished', version: 3 }))
  expect(path()).toBe('/app/dashboard/profile')
})

test('a player whose game is closed sees a notice and is led to the dashboard', () => {
  openAt('private-game/lobby')
  show(buildGame())
  show(null)
  expect(path()).toBe('/app/dashboard')
  expect(titles()).toEqual(['The game was closed'])
})

test('a player on another screen sees the notice too, but not about old results', () => {
  openAt('dashboard')
  show(buildGame())
  show(null)
  expect(titles()).toEqual(['The game was closed'])
  show(buildGame({ status: 'finished' }))
  show(null)
  expect(titles()).toHaveLength(1)
})

test('the host, and a player who has left, see no notice', () => {
  openAt('private-game/lobby')
  show(buildGame(), HOST_ID)
  show(null, HOST_ID)
  expect(path()).toBe('/app/dashboard')
  show(buildGame())
  show(null, GUEST_ID, '48213907')
  expect(titles()).toEqual([])
})

test('a player whom the host has removed is notified', () => {
  openAt('private-game/lobby')
  show(buildGame())
  act(() => useCurrentGame.setState({ game: null, removedId: '48213907' }))
  expect(path()).toBe('/app/dashboard')
  expect(titles()).toEqual(['The host has removed you from the game'])
})

test('an open modal closes when its screen is left', () => {
  openAt('private-game/lobby')
  show(buildGame({ status: 'running' }))
  act(() => openModal('leaveGameOnGameRunning', null))
  show(buildGame({ status: 'finished', version: 2 }))
  expect(screen.getByTestId('path').dataset['modal']).toBeUndefined()
})
