import { useState } from 'react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../platform/session.ts'
import { ModalHost, type ModalBodies } from './modal-host.tsx'
import { closeModal, openModal } from './modal-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(closeModal)
  cleanup()
  vi.useRealTimers()
})

const bodies: ModalBodies = {
  reportComplaint: ({ data, isOpen, onClose }) => (
    <button onClick={onClose}>
      {isOpen ? 'report' : 'leaving'} {'questionId' in data && data.questionId}
    </button>
  ),
  premiumSuccess: Counter,
}
function Counter({ isOpen }: { isOpen: boolean }) {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{isOpen ? `welcome ${count}` : 'leaving'}</button>
}
const complaint = { questionId: 'q1' as never }

test('nothing is rendered while no modal is open', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  expect(container.innerHTML).toBe('')
})

test('an open modal is rendered by the sheet for its kind, with its data, until it closes', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  act(() => openModal('reportComplaint', complaint))
  act(() => screen.getByText('report q1').click())
  expect(screen.getByText('leaving q1')).toBeDefined()
  act(() => void vi.runAllTimers())
  expect(container.innerHTML).toBe('')
})

test('a modal that opens over another one replaces it', () => {
  render(<ModalHost bodies={bodies} />)
  act(() => openModal('reportComplaint', complaint))
  act(() => openModal('premiumSuccess', null))
  expect(screen.queryByText('report q1')).toBeNull()
  expect(screen.getByText('welcome 0')).toBeDefined()
})

test('a kind without a sheet renders nothing', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  act(() => openModal('leaveGameOnNewGame', null))
  expect(container.innerHTML).toBe('')
})

test('the end of the session closes the modal', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  act(() => openModal('premiumSuccess', null))
  act(() => endSession())
  act(() => void vi.runAllTimers())
  expect(container.innerHTML).toBe('')
})

test('a modal that is opened again while it closes starts afresh', () => {
  render(<ModalHost bodies={bodies} />)
  act(() => openModal('premiumSuccess', null))
  act(() => screen.getByText('welcome 0').click())
  act(closeModal)
  act(() => openModal('premiumSuccess', null))
  expect(screen.getByText('welcome 0')).toBeDefined()
})
