import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeModal, openModal } from '../features/modals/modal-store.ts'
import { addEntry, deployNewer, PAGE_ENTRY, stubWorkers, takeOver } from '../testing/service-workers.ts'
import { Link } from '../ui/controls/link.tsx'
import { startServiceWorker } from './newer-version.ts'
import { VisitorsOnly } from './visitors-only.tsx'

const reload = vi.fn()

beforeAll(() => {
  stubWorkers()
  startServiceWorker(reload)
  vi.unstubAllGlobals()
})
beforeEach(() => {
  stubWorkers()
  addEntry()
})
afterEach(() => {
  cleanup()
  takeOver([PAGE_ENTRY])
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

test('a visitor gets a newer version on the first navigation after it has taken over', () => {
  open()
  goTo('Try Quiz Now')
  deployNewer()
  expect(reload).not.toHaveBeenCalled()
  goTo('Back')
  expect(reload).toHaveBeenCalledOnce()
})

test('neither a Daily Ten question nor an open sheet is interrupted; the reload waits for a later navigation', () => {
  open()
  deployNewer()
  goTo('Daily Ten')
  act(() => openModal('premiumSuccess', null))
  goTo('Back')
  expect(reload).not.toHaveBeenCalled()
  act(closeModal)
  goTo('Try Quiz Now')
  expect(reload).toHaveBeenCalledOnce()
})
