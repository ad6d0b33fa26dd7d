import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { endSession } from '../../platform/session.ts'
import { ModalHost, type ModalBodies } from './modal-host.tsx'
import { closeModal, openModal } from './modal-store.ts'

afterEach(() => {
  act(closeModal)
  cleanup()
})

const bodies: ModalBodies = {
  reportComplaint: ({ data, onClose }) => <button onClick={onClose}>report {data.questionId}</button>,
  premiumSuccess: () => <p>welcome</p>,
}
const complaint = { questionId: 'q1' as never }

test('nothing is drawn while no modal is open', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  expect(container.innerHTML).toBe('')
})

test('an opened modal is drawn by the body of its kind, with its data, until it closes itself', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  act(() => openModal('reportComplaint', complaint))
  act(() => screen.getByText('report q1').click())
  expect(container.innerHTML).toBe('')
})

test('a modal that opens over another one takes its place', () => {
  render(<ModalHost bodies={bodies} />)
  act(() => openModal('reportComplaint', complaint))
  act(() => openModal('premiumSuccess', null))
  expect(screen.queryByText('report q1')).toBeNull()
  expect(screen.getByText('welcome')).toBeDefined()
})

test('a kind whose body does not exist yet draws nothing', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  act(() => openModal('leaveGameOnNewGame', null))
  expect(container.innerHTML).toBe('')
})

test('the end of the session closes the modal', () => {
  const { container } = render(<ModalHost bodies={bodies} />)
  act(() => openModal('premiumSuccess', null))
  act(() => endSession())
  expect(container.innerHTML).toBe('')
})
