import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeModal, openModal } from '../features/modals/modal-store.ts'
import { startServiceWorker } from './newer-version.ts'
import { VisitorsOnly } from './visitors-only.tsx'

/** The browser's side of service workers: pages hear of a new one by a message. */
const workers = new EventTarget()
const ENTRY = '/assets/index-1.js'
const reload = vi.fn()

/** A worker has taken over that stores these files. */
function takeOver(files: readonly string[]) {
  workers.dispatchEvent(new MessageEvent('message', { data: { files } }))
}
const stubWorkers = () =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }))

beforeAll(() => {
  stubWorkers()
  startServiceWorker(reload)
  vi.unstubAllGlobals()
})
beforeEach(() => {
  stubWorkers()
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: ENTRY }))
})
afterEach(() => {
  cleanup()
  takeOver([ENTRY])
  document.head.replaceChildren()
  closeModal()
  localStorage.clear()
  reload.mockClear()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <MemoryRouter initialEntries={['/base/home']}>
      <Link to="/def/infinite-game">Try Quiz Now</Link>
      <Link to="/def/daily/2026-11-23/play">Daily Ten</Link>
      <Link to="/base/home">Back</Link>
      <Routes>
        <Route element={<VisitorsOnly />}>
          <Route path="*" element={null} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
}
const goTo = (name: string) => fireEvent.click(screen.getByRole('link', { name }))

test('a visitor goes on with a newer version at the next navigation, and not before it has taken over', () => {
  open()
  goTo('Try Quiz Now')
  takeOver(['/index.html', '/assets/index-2.js'])
  expect(reload).not.toHaveBeenCalled()
  goTo('Back')
  expect(reload).toHaveBeenCalledOnce()
})

test('neither a question of the Daily Ten nor an open sheet is interrupted; a later navigation does it', () => {
  open()
  takeOver(['/index.html', '/assets/index-2.js'])
  goTo('Daily Ten')
  act(() => openModal('premiumSuccess', null))
  goTo('Back')
  expect(reload).not.toHaveBeenCalled()
  act(closeModal)
  goTo('Try Quiz Now')
  expect(reload).toHaveBeenCalledOnce()
})
