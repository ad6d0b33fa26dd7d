import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveRegions } from '../feedback/announce.tsx'
import { Sheet } from './sheet.tsx'

afterEach(cleanup)

function Screen({ onClose = vi.fn() }: { onClose?: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    onClose()
    setIsOpen(false)
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Report
      </button>
      <Sheet isOpen={isOpen} onClose={close} title="Report complaint">
        <button type="button">Notify us</button>
      </Sheet>
      <div data-toasts>
        <button type="button">Dismiss</button>
      </div>
    </>
  )
}

const sheet = () => screen.queryByRole('dialog', { name: 'Report complaint' })

async function openSheet() {
  await userEvent.click(screen.getByRole('button', { name: 'Report' }))
}

test('a sheet opens with the focus on its title and keeps the focus inside', async () => {
  render(<Screen />)
  await openSheet()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Report complaint' }))
  for (const name of ['Notify us', 'Close', 'Notify us']) {
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  }
})

test('Escape closes the sheet and returns the focus to what opened it', async () => {
  const onClose = vi.fn()
  render(<Screen onClose={onClose} />)
  await openSheet()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(sheet()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Report' }))
})

test('the close button closes the sheet', async () => {
  render(<Screen />)
  await openSheet()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(sheet()).toBeNull()
})

test('a press on the backdrop closes the sheet, a press inside does not', async () => {
  render(<Screen />)
  await openSheet()
  await userEvent.click(screen.getByRole('button', { name: 'Notify us' }))
  expect(sheet()).not.toBeNull()
  await userEvent.click(document.querySelector('[data-backdrop]') ?? document.body)
  expect(sheet()).toBeNull()
})

test('a press on a toast leaves the sheet open', async () => {
  render(<Screen />)
  await openSheet()
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByText('Dismiss'))
  expect(sheet()).not.toBeNull()
})

test('the document is marked while a sheet is open, so that the app is scaled down', async () => {
  render(<Screen />)
  expect(document.documentElement.dataset['panelOpen']).toBeUndefined()
  await openSheet()
  expect(document.documentElement.dataset['panelOpen']).toBe('')
  await userEvent.keyboard('{Escape}')
  expect(document.documentElement.dataset['panelOpen']).toBeUndefined()
})

test('a sheet does not open until the finger is lifted', () => {
  vi.useFakeTimers()
  const view = (isOpen: boolean) => (
    <Sheet isOpen={isOpen} onClose={() => undefined} title="Report complaint">
      <p>Words</p>
    </Sheet>
  )
  const { rerender } = render(view(false))
  fireEvent.pointerDown(document.body, { pointerId: 7 })
  rerender(view(true))
  expect(sheet()).toBeNull()
  fireEvent.pointerUp(document.body, { pointerId: 7 })
  expect(sheet()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(sheet()).not.toBeNull()
  vi.useRealTimers()
})

test('what is behind a sheet is inert; toasts and live regions are not', async () => {
  render(
    <>
      <LiveRegions />
      <div data-app>
        <Screen />
      </div>
    </>,
    { container: document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' })) },
  )
  const chat = document.body.appendChild(document.createElement('div'))
  const isInert = (element: Element | null) => element?.closest('[inert]') !== null
  const opener = screen.getByRole('button', { name: 'Report' })
  await openSheet()
  expect([opener, chat].map(isInert)).toEqual([true, true])
  expect([sheet(), document.querySelector('#say'), document.querySelector('#alert')].map(isInert)).toEqual([
    false,
    false,
    false,
  ])
  await userEvent.keyboard('{Escape}')
  expect([opener, chat].map(isInert)).toEqual([false, false])
  chat.remove()
})

test('of two sheets only the newer one can be used, and Escape closes one after the other', async () => {
  function TwoSheets() {
    const [openCount, setOpenCount] = useState(2)
    const close = () => setOpenCount((count) => count - 1)
    return (
      <>
        <Sheet isOpen={openCount > 0} onClose={close} title="Name">
          <p>Words</p>
        </Sheet>
        <Sheet isOpen={openCount > 1} onClose={close} title="Level 2">
          <p>Words</p>
        </Sheet>
      </>
    )
  }
  render(<TwoSheets />)
  const usable = () => screen.getAllByRole('dialog').filter((dialog) => dialog.closest('[inert]') === null)
  expect(usable()).toEqual([screen.getByRole('dialog', { name: 'Level 2' })])
  await userEvent.keyboard('{Escape}')
  expect(usable()).toEqual([screen.getByRole('dialog', { name: 'Name' })])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the focus stays in a sheet whose focused control is removed', async () => {
  function Steps() {
    const [isSent, setIsSent] = useState(false)
    return (
      <Sheet isOpen onClose={() => undefined} title="Report complaint">
        {isSent ? (
          <p>Thank you</p>
        ) : (
          <button type="button" onClick={() => setIsSent(true)}>
            Notify us
          </button>
        )}
      </Sheet>
    )
  }
  render(<Steps />)
  await userEvent.click(screen.getByRole('button', { name: 'Notify us' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Report complaint' })))
})

test('a confirmation can focus its harmless button first', async () => {
  function Confirmation() {
    const keepRef = useRef<HTMLButtonElement>(null)
    return (
      <Sheet isOpen onClose={() => undefined} title="Cancel game?" initialFocus={keepRef}>
        <button type="button" ref={keepRef}>
          Keep the game
        </button>
      </Sheet>
    )
  }
  render(<Confirmation />)
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Keep the game' }))
})
