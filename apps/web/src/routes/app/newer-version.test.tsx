import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentGame } from '../../features/games/current-game.ts'
import { buildGame, HOST_ID } from '../../features/games/testing/build-game.ts'
import { closeModal, openModal } from '../../features/modals/modal-store.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { addEntry, deployNewer, PAGE_ENTRY, stubWorkers, takeOver } from '../../testing/service-workers.ts'
import { Link } from '../../ui/controls/link.tsx'
import { showToast, useToasts } from '../../ui/feedback/toast.ts'
import { NewerVersion } from './newer-version.tsx'

vi.mock('../../platform/realtime/realtime.ts', () => ({ followTopic: () => () => {}, openRealtime: () => () => {} }))

const reload = vi.fn()

function open() {
  renderScreen(
    <>
      <NewerVersion reload={reload} />
      <Link to="/app/dashboard/leaderboard">Leaderboard</Link>
      <Link to="/app/private-game/join/12345678">Invitation</Link>
      <Link to="/app/private-game/results">Game results</Link>
      <Link to="/app/daily/2026-11-23/play">Daily Ten</Link>
    </>,
  )
}
const goTo = (name: string) => fireEvent.click(screen.getByRole('link', { name }))

beforeEach(() => {
  stubWorkers()
  addEntry()
})
afterEach(() => {
  cleanup()
  takeOver([PAGE_ENTRY])
  document.head.replaceChildren()
  closeModal()
  act(() => {
    useCurrentGame.setState({ userId: null, game: null, leftId: null })
    useToasts.setState({ toasts: [] })
  })
  reload.mockClear()
  vi.unstubAllGlobals()
})

test('without a newer version a navigation stays on the page', () => {
  open()
  goTo('Leaderboard')
  expect(reload).not.toHaveBeenCalled()
})

test('a worker of the same version, as on a first visit or after a deploy, changes nothing', () => {
  open()
  takeOver(['/index.html', PAGE_ENTRY])
  goTo('Leaderboard')
  expect(reload).not.toHaveBeenCalled()
})

test('after a newer version has taken over, the next navigation reloads the page', () => {
  open()
  deployNewer()
  expect(reload).not.toHaveBeenCalled()
  goTo('Leaderboard')
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['in a running game', () => useCurrentGame.setState({ userId: HOST_ID, game: buildGame({ status: 'running' }) })],
  [
    'while a game is starting',
    () => useCurrentGame.setState({ userId: HOST_ID, game: buildGame({ status: 'starting' }) }),
  ],
  ['while a sheet is open', () => openModal('premiumSuccess', null)],
  ['while a message is shown', () => void showToast({ type: 'info', title: 'Saved', message: '' })],
])('%s the reload waits for a later navigation', (_, prepare) => {
  open()
  deployNewer()
  act(prepare)
  goTo('Leaderboard')
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['a screen that joins a game as it opens', 'Invitation'],
  ['the end of a game', 'Game results'],
  ['a Daily Ten, whose clock would keep running,', 'Daily Ten'],
])('%s is not interrupted', (_, name) => {
  open()
  deployNewer()
  goTo(name)
  expect(reload).not.toHaveBeenCalled()
  goTo('Leaderboard')
  expect(reload).toHaveBeenCalledOnce()
})
