import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { takeStats } from '../features/progress/stats-store.ts'
import { closeApp, openApp } from '../testing/render-app.tsx'
import { stubServer } from '../testing/stub-server.ts'
import { SCOUT } from '../testing/stats.ts'
import { CURRENT_USER, SIGNED_IN } from '../testing/users.ts'

afterEach(closeApp)

const signIn = (token = 'good') => localStorage.setItem('token', token)

test('a visitor is redirected to the welcome screen from every start path and from unknown paths', async () => {
  stubServer({})
  for (const start of ['/', '/base', '/nowhere', '/app', '/app/dashboard/profile', '/base/pages/unknown', '/def']) {
    const app = openApp(start)
    await waitFor(() => expect(app.path()).toBe('/base/home'))
    closeApp()
  }
})

test('without a token the user is not fetched', async () => {
  const server = stubServer({})
  openApp('/')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Quizmaster')
  expect(server.calls).toEqual([])
})

test('the sign-in area starts with the request for a code', async () => {
  stubServer({})
  const app = openApp('/base/login')
  await screen.findByRole('button', { name: 'Request code' })
  expect(app.path()).toBe('/base/login/request-code')
})

test('a signed-in player is redirected from screens for visitors to the dashboard', async () => {
  stubServer(SIGNED_IN)
  for (const start of ['/', '/base/login/request-code', '/def/infinite-game', '/app']) {
    signIn()
    const app = openApp(start)
    await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
    closeApp()
    stubServer(SIGNED_IN)
  }
})

test('signing in in another tab leads to the dashboard in this one too', async () => {
  stubServer(SIGNED_IN)
  for (const start of ['/base/home', '/base/login/request-code', '/def/infinite-game']) {
    const app = openApp(start)
    await waitFor(() => expect(app.path()).toBe(start))
    signIn()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'good' })))
    await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
    closeApp()
    stubServer(SIGNED_IN)
  }
})

test('going back to the sign-in before the dashboard has loaded still leads to the dashboard', async () => {
  stubServer(SIGNED_IN)
  const app = openApp('/base/login/request-code')
  await screen.findByRole('button', { name: 'Request code' })
  signIn()
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
})

/** Restores the page from the back/forward cache. */
const restorePage = () => {
  const event = new Event('pageshow')
  Object.assign(event, { persisted: true })
  act(() => void window.dispatchEvent(event))
}

test('a page restored from the back/forward cache notices a sign-in or sign-out in between', async () => {
  stubServer(SIGNED_IN)
  const app = openApp('/base/login/request-code')
  await screen.findByRole('button', { name: 'Request code' })
  signIn()
  restorePage()
  await screen.findByText(/Hello, Mira Holt/)
  expect(app.path()).toBe('/app/dashboard')
  restorePage()
  expect(screen.queryByText(/Hello, Mira Holt/)).not.toBeNull()
  localStorage.clear()
  restorePage()
  await waitFor(() => expect(app.path()).toBe('/base/home'))
})

test('an invitation takes precedence over the dashboard', async () => {
  const JOIN = 'POST /services/gameplay/api/game/48213907/join'
  const server = stubServer(SIGNED_IN)
  signIn()
  localStorage.setItem('joinGameId', '48213907')
  const app = openApp('/base/home')
  // The stub server does not know this game; this checks only that the invitation was followed.
  await waitFor(() => expect(server.calls.map(({ call }) => call)).toContain(JOIN))
  await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
  await waitFor(() => expect(localStorage.getItem('joinGameId')).toBeNull())
})

test('a visitor with an invitation link sees the invitation on the landing page', async () => {
  stubServer({})
  const app = openApp('/app/private-game/join/48213907')
  await screen.findByText('48213907')
  expect(app.path()).toBe('/base/home')
  expect(localStorage.getItem('joinGameId')).toBe('48213907')
})

test('an invalid token makes the player a visitor and keeps the invitation', async () => {
  stubServer({ [CURRENT_USER]: { status: 200, body: { data: null } } })
  signIn('dead')
  localStorage.setItem('joinGameId', '48213907')
  localStorage.setItem('email', 'mira@example.com')
  const app = openApp('/app/dashboard')
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  expect(Object.keys(localStorage)).toEqual(['joinGameId'])
})

test('a failing server does not sign the user out: the screen shows the failure and can be retried', async () => {
  const server = stubServer({ [CURRENT_USER]: { status: 400, body: { error: 'Broken', code: 'bad_request' } } })
  signIn()
  const app = openApp('/app/dashboard')
  await screen.findByText('We could not load your account')
  expect(localStorage.getItem('token')).toBe('good')
  Object.assign(server.answers, SIGNED_IN)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Hello, Mira Holt/)
  expect(app.path()).toBe('/app/dashboard')
})

test('on a change of screen the heading takes the focus and the title changes', async () => {
  stubServer(SIGNED_IN)
  signIn()
  openApp('/app/dashboard')
  await userEvent.click(await screen.findByRole('link', { name: 'Account' }))
  const heading = await screen.findByRole('heading', { name: 'Account' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toBe('Account · Quizmaster')
})

test('the bottom bar is hidden during play', async () => {
  stubServer(SIGNED_IN)
  signIn()
  localStorage.setItem('practiceStateStore', '{"state":{"topics":null},"version":0}')
  const { usePracticeState } = await import('../features/practice/practice-stores.ts')
  await usePracticeState.persist.rehydrate()
  openApp('/app/practice/play')
  act(() => takeStats(SCOUT))
  await screen.findByText('Lvl. 23')
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})
