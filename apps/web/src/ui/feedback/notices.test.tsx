import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BottomBar } from '../layout/bottom-bar.tsx'
import { ErrorCard } from './error-card.tsx'
import { AppFrame, Page } from '../layout/page.tsx'
import { StatusPill } from './status-pill.tsx'

afterEach(cleanup)

test.each([
  ['reconnecting', 'Reconnecting...'],
  ['offline', 'You are offline'],
] as const)('the status pill shows text for "%s"', (trouble, words) => {
  render(<StatusPill trouble={trouble} />)
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('a failed fetch can be retried, once at a time', async () => {
  const onRetry = vi.fn()
  const { rerender } = render(<ErrorCard onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  rerender(<ErrorCard onRetry={onRetry} isRetrying />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('the first Tab stop skips the header', async () => {
  render(
    <AppFrame>
      <Page>words</Page>
    </AppFrame>,
  )
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
})

test('the bottom bar reserves space for its button before it appears', () => {
  const tabs = <a href="/app/dashboard">Home</a>
  const { rerender } = render(<BottomBar>{tabs}</BottomBar>)
  const places = () => screen.getByRole('navigation', { name: 'Main' }).firstElementChild?.childElementCount
  expect(places()).toBe(1)
  rerender(<BottomBar action={null}>{tabs}</BottomBar>)
  expect(places()).toBe(2)
  rerender(<BottomBar action={<button type="button">Active game</button>}>{tabs}</BottomBar>)
  expect(places()).toBe(2)
})
