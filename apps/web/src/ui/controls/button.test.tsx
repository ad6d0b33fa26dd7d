import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

test('a pending button is busy, ignores presses and keeps the focus', async () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Request code</Button>)
  screen.getByRole('button').focus()
  rerender(
    <Button onClick={onClick} isPending>
      Request code
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Request code' }))
  expect(onClick).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button'))
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

test('a pending submit button does not send the form a second time', () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isPending>
        Request code
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a pending button keeps the width it had when it was pressed', () => {
  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(157)
  const { rerender } = render(<Button>Notify us</Button>)
  fireEvent.click(screen.getByRole('button'))
  rerender(<Button isPending>Submitting...</Button>)
  expect(screen.getByRole('button').style.width).toBe('157px')
  rerender(<Button>Notify us</Button>)
  expect(screen.getByRole('button').style.width).toBe('')
  width.mockRestore()
})

test('a button submits a form only if its type is submit', () => {
  render(<Button>Back</Button>)
  expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button')
})
