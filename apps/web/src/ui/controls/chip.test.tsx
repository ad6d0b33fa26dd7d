import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ToggleChip } from './chip.tsx'

afterEach(cleanup)

test('a chosen topic is pressed and ticked, the others are neither', () => {
  render(
    <>
      <ToggleChip isOn onToggle={() => undefined}>
        Chess
      </ToggleChip>
      <ToggleChip isOn={false} onToggle={() => undefined}>
        Jazz
      </ToggleChip>
    </>,
  )
  const chess = screen.getByRole('button', { name: 'Chess', pressed: true })
  const jazz = screen.getByRole('button', { name: 'Jazz', pressed: false })
  expect(chess.querySelector('svg')).not.toBeNull()
  expect(jazz.querySelector('svg')).toBeNull()
})

test('a press reports the change and leaves the choice to the screen', async () => {
  const onToggle = vi.fn()
  render(
    <ToggleChip isOn={false} onToggle={onToggle}>
      Chess
    </ToggleChip>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(onToggle).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { pressed: false })).toBeTruthy()
})

test('a topic over the limit can be reached but not chosen', async () => {
  const onToggle = vi.fn()
  render(
    <ToggleChip isOn={false} isDisabled onToggle={onToggle}>
      Chess
    </ToggleChip>,
  )
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button'))
  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button'))
  expect(onToggle).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')
})
