import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRegions } from './announce.tsx'
import { showToast, useToasts, type ToastType } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
  render(
    <>
      <LiveRegions />
      <Toaster />
    </>,
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (title: string, type: ToastType = 'success') =>
  act(() => void showToast({ type, title, message: 'More words' }))
const pass = (durationMs: number) => act(() => void vi.advanceTimersByTime(durationMs))
const titles = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
const toast = () => screen.getByRole('listitem')

test('a toast stays 5000 ms, then leaves for 300 ms', () => {
  show('Profile updated')
  pass(4999)
  expect(useToasts.getState().toasts.map(({ isLeaving }) => isLeaving)).toEqual([false])
  pass(1)
  expect(useToasts.getState().toasts.map(({ isLeaving }) => isLeaving)).toEqual([true])
  pass(299)
  expect(titles()).toEqual(['Profile updated'])
  pass(1)
  expect(titles()).toEqual([])
})

test.each([
  ['the mouse is over it', 'pointerEnter', 'pointerLeave'],
  ['the focus is in it', 'focusIn', 'focusOut'],
] as const)('a toast is paused while %s, and then stays for the rest of its time', (_name, hold, letGo) => {
  show('Profile updated')
  pass(3000)
  act(() => void fireEvent[hold](toast()))
  pass(60_000)
  expect(titles()).toEqual(['Profile updated'])
  act(() => void fireEvent[letGo](toast()))
  pass(1999)
  expect(useToasts.getState().toasts[0]?.isLeaving).toBe(false)
  pass(1)
  expect(useToasts.getState().toasts[0]?.isLeaving).toBe(true)
})

test('a toast paused by both pointer and focus continues only when both are gone', () => {
  show('Profile updated')
  act(() => void fireEvent.pointerEnter(toast()))
  act(() => void fireEvent.focusIn(toast()))
  act(() => void fireEvent.pointerLeave(toast()))
  pass(60_000)
  expect(titles()).toEqual(['Profile updated'])
})

test('the close button removes the toast at once', () => {
  show('Profile updated')
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
  pass(300)
  expect(titles()).toEqual([])
})

test('at most three toasts are shown; a fourth removes the oldest', () => {
  for (const title of ['one', 'two', 'three', 'four']) show(title)
  pass(300)
  expect(titles()).toEqual(['two', 'three', 'four'])
})

test.each([
  ['success', 'say'],
  ['info', 'say'],
  ['error', 'alert'],
  ['warning', 'alert'],
] as const)('a toast of type %s is announced in the region #%s', (type, region) => {
  show('Join game error', type)
  expect(document.getElementById(region)?.textContent).toBe('Join game error. More words')
  const other = region === 'say' ? 'alert' : 'say'
  expect(document.getElementById(other)?.textContent).toBe('')
})

test('a repeated message is announced again', () => {
  show('Profile updated')
  show('Profile updated')
  expect(document.getElementById('say')?.children).toHaveLength(2)
})
