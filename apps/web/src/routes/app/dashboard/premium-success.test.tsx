import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session.ts'
import { closeModal } from '../../../features/modals/modal-store.ts'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { stubServer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, MIRA, SIGNED_IN } from '../../../testing/users.ts'

const LEGEND = { status: 200, body: { data: { ...MIRA, is_premium: true, plan: 'yearly' } } }

// Loaded before the clock is faked, because loading takes real time.
beforeEach(async () => {
  await Promise.all([
    import('../../queries.tsx'),
    import('../player-routes.tsx'),
    import('./home.tsx'),
    import('./premium.tsx'),
    import('./profile.tsx'),
    import('./premium-success.tsx'),
    import('./premium-interrupt.tsx'),
    import('../../../features/plans/premium-success.tsx'),
  ])
  vi.useFakeTimers()
})
afterEach(() => {
  act(closeModal)
  act(() => endSession())
  closeApp()
  sessionStorage.clear()
})

async function pass(ms: number) {
  for (let leftMs = ms; leftMs > 0; leftMs -= 100) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(Math.min(leftMs, 100))))
  }
}

async function openAt(path: string, { hasPaid = false } = {}) {
  const server = stubServer({ ...SIGNED_IN })
  localStorage.setItem('token', 'good')
  if (hasPaid) sessionStorage.setItem('checkoutBegun', 'true')
  const app = openApp(path)
  await pass(200)
  return { server, app, asked: () => server.calls.filter(({ call }) => call === CURRENT_USER).length }
}
const SUCCESS = '/app/dashboard/premium/success'
const onScreen = (text: string | RegExp) => screen.queryByText(text, { ignore: '#say *, #alert *' })
const welcome = () => screen.queryByRole('dialog', { name: 'Welcome, Legend' })

test('a successful payment shows a message, and after 3 s the dashboard', async () => {
  const { app } = await openAt(SUCCESS)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Payment successful! You will be redirected in a moment...',
  )
  expect(localStorage.getItem('isJustSubscribed')).toBe('true')
  await pass(2_600)
  expect(app.path()).toBe(SUCCESS)
  await pass(400)
  expect(app.path()).toBe('/app/dashboard')
  await pass(500)
  expect(welcome()).not.toBeNull()
  expect(localStorage.getItem('isJustSubscribed')).toBeNull()
})

test('"Go now" leads to the dashboard at once', async () => {
  const { app } = await openAt(SUCCESS)
  fireEvent.click(screen.getByRole('link', { name: 'Go now' }))
  await pass(200)
  expect(app.path()).toBe('/app/dashboard')
  expect(welcome()).not.toBeNull()
})

test('the page itself grants nothing: a user who has not paid stays a Starter', async () => {
  await openAt(SUCCESS)
  await pass(4_000)
  act(closeModal)
  await pass(500)
  expect(onScreen('Current plan: Starter')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Upgrade to Legend' })).toBeDefined()
})

test('after a payment the old plan is not shown while the server does not know the new one', async () => {
  const { server, asked } = await openAt(SUCCESS, { hasPaid: true })
  await pass(4_000)
  act(closeModal)
  await pass(500)
  expect(onScreen(/Current plan|being confirmed/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Upgrade to Legend' })).toBeNull()
  expect(asked()).toBeGreaterThanOrEqual(3)
  server.answers[CURRENT_USER] = LEGEND
  await pass(1_600)
  expect(screen.getByAltText('Legend')).toBeDefined()
  const soFar = asked()
  await pass(20_000)
  expect(asked()).toBe(soFar)
  expect(onScreen('Your payment is confirmed')).toBeNull()
})

test('the account does not show the old plan either', async () => {
  const { server } = await openAt(SUCCESS, { hasPaid: true })
  await pass(3_500)
  act(closeModal)
  await pass(500)
  fireEvent.click(screen.getByRole('link', { name: 'Account' }))
  await pass(300)
  expect(screen.getByLabelText('Display name')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Upgrade to Legend' })).toBeNull()
  server.answers[CURRENT_USER] = LEGEND
  await pass(1_600)
  expect(screen.getByRole('button', { name: 'Manage subscription' })).toBeDefined()
})

test('the plans screen shows no offer either', async () => {
  const { server } = await openAt(SUCCESS, { hasPaid: true })
  fireEvent.click(screen.getByRole('link', { name: 'Go now' }))
  await pass(300)
  act(closeModal)
  cleanup()
  openApp('/app/dashboard/premium')
  await pass(300)
  expect(screen.getByRole('tab', { name: 'Legend' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Become a Legend' })).toBeNull()
  await pass(10_000)
  expect(onScreen(/being confirmed/)).not.toBeNull()
  server.answers[CURRENT_USER] = LEGEND
  await pass(5_100)
  expect(screen.getByRole('button', { name: 'Manage subscription' })).toBeDefined()
})

test('after 10 s a message says that confirming takes long; once the plan is known, another says so', async () => {
  const { server } = await openAt(SUCCESS, { hasPaid: true })
  await pass(9_000)
  act(closeModal)
  await pass(300)
  expect(onScreen(/being confirmed/)).toBeNull()
  await pass(900)
  expect(onScreen('Your payment is being confirmed. This can take a minute.')).not.toBeNull()
  expect(document.querySelector('#say')?.textContent).toContain('being confirmed')
  expect(onScreen(/Current plan/)).toBeNull()
  server.answers[CURRENT_USER] = LEGEND
  await pass(5_100)
  expect(onScreen(/being confirmed/)).toBeNull()
  expect(onScreen('Your payment is confirmed')).not.toBeNull()
  expect(screen.getByAltText('Legend')).toBeDefined()
})

test('after 2 min polling stops, and the player can check again', async () => {
  const { server, asked } = await openAt(SUCCESS, { hasPaid: true })
  await pass(4_000)
  act(closeModal)
  await pass(116_500)
  const soFar = asked()
  expect(onScreen('Current plan: Starter')).not.toBeNull()
  await pass(30_000)
  expect(asked()).toBe(soFar)
  server.answers[CURRENT_USER] = LEGEND
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await pass(500)
  expect(screen.getByAltText('Legend')).toBeDefined()
})

test('polling continues if the server fails in the meantime', async () => {
  const { server } = await openAt(SUCCESS, { hasPaid: true })
  server.answers[CURRENT_USER] = 'no answer'
  await pass(8_000)
  act(closeModal)
  server.answers[CURRENT_USER] = LEGEND
  await pass(12_000)
  expect(screen.getByAltText('Legend')).toBeDefined()
})

test('a dashboard that is opened after a subscription polls too', async () => {
  localStorage.setItem('isJustSubscribed', 'true')
  const { asked } = await openAt('/app/dashboard')
  expect(welcome()).not.toBeNull()
  const soFar = asked()
  await pass(3_500)
  expect(asked()).toBeGreaterThanOrEqual(soFar + 2)
})

test('without a payment there is no polling', async () => {
  const { asked } = await openAt('/app/dashboard')
  await pass(10_000)
  expect(asked()).toBe(1)
})

test('an interrupted payment shows a message and links back to the plans', async () => {
  const { app } = await openAt('/app/dashboard/premium/interrupt', { hasPaid: true })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Transaction interrupted. Please try again.')
  expect(sessionStorage.getItem('checkoutBegun')).toBeNull()
  expect(localStorage.getItem('isJustSubscribed')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Back to plans' }))
  await pass(200)
  expect(app.path()).toBe('/app/dashboard/premium')
})
