import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TextField } from './text-field.tsx'
import { useTextForm } from './use-text-form.ts'

afterEach(cleanup)

type Send = (text: string, refuse: (message: string) => void) => Promise<void>

function Form({ send }: { send: Send }) {
  const { form, field, isPending, reset } = useTextForm({
    name: 'name',
    initial: 'Mira',
    check: (text) => (text === '' ? 'name is a required field' : null),
    send,
  })
  return (
    <form {...form}>
      <TextField label="Name" {...field} />
      <button type="submit" aria-busy={isPending}>
        Save
      </button>
      <button type="button" onClick={reset}>
        Reset
      </button>
    </form>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const errorShown = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent

test('the text is checked when it is sent, and then on each change', async () => {
  const send = vi.fn<Send>(async () => {})
  render(<Form send={send} />)
  await userEvent.clear(field())
  expect(errorShown()).toBe('')
  await press('Save')
  expect(errorShown()).toBe('name is a required field')
  expect(document.activeElement).toBe(field())
  expect(send).not.toHaveBeenCalled()
  await userEvent.keyboard('M')
  expect(errorShown()).toBe('')
  await userEvent.clear(field())
  expect(errorShown()).toBe('name is a required field')
})

test('the text is sent once while the call is pending, and can be sent again afterwards', async () => {
  const ends: (() => void)[] = []
  const send = vi.fn<Send>(() => new Promise((resolve) => void ends.push(resolve)))
  render(<Form send={send} />)
  await press('Save')
  await press('Save')
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.calls[0]?.[0]).toBe('Mira')
  expect(screen.getByRole('button', { name: 'Save', busy: true })).toBeTruthy()
  ends[0]?.()
  await screen.findByRole('button', { name: 'Save', busy: false })
  await press('Save')
  expect(send).toHaveBeenCalledTimes(2)
})

test("the server's refusal is shown, and the field gets the focus; Reset restores the initial text", async () => {
  render(<Form send={async (_text, refuse) => refuse('name is taken')} />)
  await userEvent.type(field(), '!')
  await press('Save')
  await vi.waitFor(() => expect(errorShown()).toBe('name is taken'))
  expect(document.activeElement).toBe(field())
  await press('Reset')
  expect(field().value).toBe('Mira')
  expect(errorShown()).toBe('')
})
