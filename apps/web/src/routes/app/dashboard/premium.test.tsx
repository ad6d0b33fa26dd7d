import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leavePage } from '../../../platform/navigation.ts'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { stubServer, type StubAnswer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, MIRA, SIGNED_IN } from '../../../testing/users.ts'

vi.mock('../../../platform/navigation.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  leavePage: vi.fn(),
}))

beforeEach(() => vi.mocked(leavePage).mockClear())
afterEach(() => {
  closeApp()
  sessionStorage.clear()
})

const CHECKOUT = 'POST /services/user/api/payments/create_checkout_session'
const PORTAL = 'POST /services/user/api/payments/create_portal_session'
const PLANS = 'GET /services/user/api/plans'
const plans = (currency: string | null, yearly: number | null = null, support_email: string | null = null) => ({
  status: 200,
  body: {
    data: {
      prices: [
        { price_id: 'monthly', currency, amount: null },
        { price_id: 'yearly', currency, amount: yearly },
        { price_id: 'lifetime', currency, amount: null },
      ],
      support_email,
    },
  },
})
const LEGEND = { status: 200, body: { data: { ...MIRA, is_premium: true, plan: 'yearly' } } }

async function openPlans(answers: Record<string, StubAnswer> = {}) {
  const server = stubServer({ ...SIGNED_IN, [PLANS]: plans('EUR'), ...answers })
  localStorage.setItem('token', 'good')
  const app = openApp('/app/dashboard/premium')
  await screen.findByRole('tab', { name: 'Legend' })
  return { server, app }
}

const panel = () => screen.getByRole('tabpanel')
const perks = () =>
  within(panel())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const become = () => screen.findByRole('button', { name: 'Become a Legend' })

test('Legend is shown first, with its perks and those that are coming soon', async () => {
  await openPlans()
  expect(screen.getByRole('tab', { name: 'Legend' }).getAttribute('aria-selected')).toBe('true')
  expect(perks()).toEqual([
    'No ads',
    'Premium support',
    'Priority feature requests',
    'Analytics coming soon',
    'Learning summary coming soon',
    'Topic requests coming soon',
  ])
})

test('Starter is shown as free, with ads, and as the current plan', async () => {
  await openPlans()
  await become()
  await userEvent.click(screen.getByRole('tab', { name: 'Starter' }))
  expect(within(panel()).getByText('Current plan: Starter')).toBeDefined()
  expect(panel().textContent).toContain('Free with occasional ads')
  expect(perks()).toEqual([
    'Unlimited topics',
    'Unlimited games',
    'Unlimited solo practice',
    'Ranking',
    'Matchmaking coming soon',
    'Topic suggestion coming soon',
    'Feature requests coming soon',
  ])
  expect(screen.queryByRole('button', { name: 'Become a Legend' })).toBeNull()
})

test('each billing has its price, and the yearly one its badge; no other saving is shown', async () => {
  await openPlans()
  await become()
  const billing = screen.getByRole('radiogroup', { name: 'Billing' })
  expect(within(billing).getAllByRole('radio')).toHaveLength(3)
  for (const [name, price] of [
    ['Monthly', '2.99 per month'],
    ['Yearly -30%', '1.99 per month'],
    ['Forever', '49.99 once'],
  ] as const) {
    await userEvent.click(within(billing).getByRole('radio', { name }))
    expect(panel().textContent).toContain(price)
  }
  expect(document.body.textContent).not.toMatch(/\b(20|80)\s?%|\b80\b/)
})

test.each([
  ['EUR', null, 'EUR 23.88 is charged now, for the whole year'],
  ['CHF', 2_490, 'CHF 24.90 is charged now, for the whole year'],
  ['JPY', 3_600, 'JPY 3600 is charged now, for the whole year'],
  [null, null, '23.88 is charged now, for the whole year'],
])('with prices in %s and %s a year, the yearly plan says: %s', async (currency, amount, line) => {
  await openPlans({ [PLANS]: plans(currency, amount) })
  await become()
  await shown(line)
  expect(panel().textContent).toContain(`${currency ?? ''} 1.99 per month`)
  await userEvent.click(screen.getByRole('radio', { name: 'Forever' }))
  expect(panel().textContent).toContain(`${currency ?? ''} 49.99 once`)
  await shown('Charged now, and never again')
})

test('premium support and feature requests open a mail if the site has an address', async () => {
  await openPlans({ [PLANS]: plans('EUR', null, 'help@quiz.example') })
  const link = await screen.findByRole('link', { name: 'Premium support' })
  expect(link.getAttribute('href')).toBe('mailto:help@quiz.example?subject=Premium%20support')
  expect(screen.getByRole('link', { name: 'Priority feature requests' }).getAttribute('href')).toBe(
    'mailto:help@quiz.example?subject=Priority%20feature%20requests',
  )
})

test.each([
  ['Monthly', 'monthly'],
  ['Yearly -30%', 'yearly'],
  ['Forever', 'lifetime'],
])('becoming a Legend with %s billing leads to the checkout for that price', async (name, priceId) => {
  const url = 'https://checkout.example/pay/1'
  const { server } = await openPlans({ [CHECKOUT]: { status: 200, body: { url } } })
  const button = await become()
  await userEvent.click(screen.getByRole('radio', { name }))
  await userEvent.click(button)
  await waitFor(() => expect(leavePage).toHaveBeenCalledWith(url))
  const checkouts = server.calls.filter(({ call }) => call === CHECKOUT)
  expect(checkouts).toMatchObject([{ call: CHECKOUT, body: { price_id: priceId }, token: 'Bearer good' }])
  // The browser is about to leave the page, so the button stays busy.
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('twenty quick presses start one checkout', async () => {
  const { server } = await openPlans({ [CHECKOUT]: { status: 200, body: { url: 'http://localhost:4000/sandbox/1' } } })
  const button = await become()
  for (let turn = 0; turn < 20; turn += 1) fireEvent.click(button)
  await waitFor(() => expect(leavePage).toHaveBeenCalledTimes(1))
  expect(server.calls.filter(({ call }) => call === CHECKOUT)).toHaveLength(1)
})

test('only web pages are opened, never a script', async () => {
  await openPlans({ [CHECKOUT]: { status: 200, body: { url: 'javascript:alert(1)' } } })
  const button = await become()
  await userEvent.click(button)
  await shown(/payment page cannot be opened/)
  expect(leavePage).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('unavailable payments are reported, and can be retried', async () => {
  const away = { status: 503, body: { error: 'Payments are not available right now', code: 'payments_unavailable' } }
  const { server } = await openPlans({ [CHECKOUT]: away })
  const button = await become()
  await userEvent.click(button)
  await shown('Payments are not available right now')
  server.answers[CHECKOUT] = { status: 200, body: { url: 'https://checkout.example/pay/2' } }
  await userEvent.click(button)
  await waitFor(() => expect(leavePage).toHaveBeenCalledWith('https://checkout.example/pay/2'))
})

test('a user who has paid in another tab becomes a Legend here too', async () => {
  const already = { status: 409, body: { error: 'You are already a Legend', code: 'already_premium' } }
  const { server } = await openPlans({ [CHECKOUT]: already })
  const button = await become()
  server.answers[CURRENT_USER] = LEGEND
  await userEvent.click(button)
  await shown('You are already a Legend')
  expect(await screen.findByRole('button', { name: 'Manage subscription' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Become a Legend' })).toBeNull()
})

test('a user who goes to another screen while the checkout is created stays there', async () => {
  const { app } = await openPlans()
  let answerCheckout: (response: Response) => void = () => {}
  const stubbed = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.endsWith('create_checkout_session')) return stubbed(url, init)
    return new Promise<Response>((resolve) => {
      answerCheckout = resolve
    })
  })
  await userEvent.click(await become())
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
  await act(async () => answerCheckout(new Response('{"url":"https://checkout.example/pay/3"}')))
  expect(leavePage).not.toHaveBeenCalled()
})

test("after the browser's Back the button is enabled again and the plan is refreshed", async () => {
  const { server } = await openPlans({ [CHECKOUT]: { status: 200, body: { url: 'https://checkout.example/pay/1' } } })
  const button = await become()
  await userEvent.click(button)
  await waitFor(() => expect(leavePage).toHaveBeenCalled())
  const asked = server.calls.filter(({ call }) => call === CURRENT_USER).length
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  await waitFor(() => expect(server.calls.filter(({ call }) => call === CURRENT_USER)).toHaveLength(asked + 1))
})

test('a Legend can manage the subscription instead', async () => {
  const url = 'https://billing.example/session/1'
  await openPlans({ [CURRENT_USER]: LEGEND, [PORTAL]: { status: 200, body: { url } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Manage subscription' }))
  await waitFor(() => expect(leavePage).toHaveBeenCalledWith(url))
  expect(screen.queryByRole('radiogroup')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Starter' }))
  expect(screen.queryByText('Current plan: Starter')).toBeNull()
})

test('a Legend without a subscription sees a notice, not an error', async () => {
  const refusal = { status: 409, body: { error: 'There is no subscription to manage', code: 'no_subscription' } }
  await openPlans({ [CURRENT_USER]: LEGEND, [PORTAL]: refusal })
  const button = await screen.findByRole('button', { name: 'Manage subscription' })
  await userEvent.click(button)
  await shown('There is no subscription to manage')
  expect(document.querySelector('#alert')?.textContent).toBe('')
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('no plan is shown as current before it is known', async () => {
  const { server } = await openPlans()
  closeApp()
  localStorage.setItem('token', 'good')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  openApp('/app/dashboard/premium')
  await screen.findByRole('tab', { name: 'Legend' })
  expect(screen.queryByRole('button', { name: /Become|Manage/ })).toBeNull()
  expect(screen.queryByText(/Current plan/)).toBeNull()
  expect(server.calls.length).toBeGreaterThan(0)
})
