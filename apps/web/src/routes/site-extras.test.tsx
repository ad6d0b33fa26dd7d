import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerConsent } from '../platform/consent.ts'
import { loadSiteConfig, resetSiteConfig } from '../platform/site-config.ts'
import { closeApp, openApp } from '../testing/render-app.tsx'
import { stubServer } from '../testing/stub-server.ts'
import { SIGNED_IN } from '../testing/users.ts'
import { chatPlace, consentPlace } from './site-extras.tsx'

const CHAT = { chatwoot_base_url: 'https://chat.example', chatwoot_website_token: 'abc' }
const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script')].map(({ src }) => src)
const card = () => screen.queryByRole('region', { name: 'Privacy choices' })

beforeEach(resetSiteConfig)
afterEach(closeApp)

async function openSite(path: string, config: Record<string, string>) {
  const server = stubServer({ ...SIGNED_IN, 'GET /config.json': { status: 200, body: config } })
  const app = openApp(path)
  await act(loadSiteConfig)
  return { server, app }
}

test('a site with nothing enabled asks for no consent', async () => {
  await openSite('/base/home', {})
  await screen.findByRole('link', { name: 'Sign in' })
  expect(card()).toBeNull()
})

test('a refusal is kept, even after a logout, and the question is not asked again', async () => {
  await openSite('/base/home', CHAT)
  await screen.findByRole('region', { name: 'Privacy choices' })
  const words = screen.getByText('May we load the support chat? Its provider may get your user id and e-mail address.')
  expect(words).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(card()).toBeNull()
  expect(localStorage.getItem('chatConsent')).toBe('denied')
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  expect(scripts()).toEqual([])
})

test('consent to recordings does not cover a chat enabled later; the chat asks separately', async () => {
  act(() => answerConsent(['replay'], 'granted'))
  await openSite('/base/home', CHAT)
  // As after a change in another tab: only the stored answers count.
  await waitFor(() => {
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(card()).not.toBeNull()
  })
  expect(card()?.textContent).toContain('May we load the support chat?')
  expect(scripts()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(localStorage.getItem('replayConsent')).toBe('granted')
  expect(localStorage.getItem('chatConsent')).toBe('denied')
})

test('the choice can be changed on the cookie policy page', async () => {
  await openSite('/base/pages/cookie-policy', CHAT)
  const choice = await screen.findByRole('switch', { name: 'Support chat' })
  await userEvent.click(choice)
  expect(localStorage.getItem('chatConsent')).toBe('granted')
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
  await userEvent.click(choice)
  expect(localStorage.getItem('chatConsent')).toBe('denied')
})

test.each([
  ['/base/home', 'top'],
  ['/base/login', 'off'],
  ['/base/login/verify-code', 'off'],
  ['/base/pages/cookie-policy', 'corner'],
  ['/def/infinite-game', 'hidden'],
  ['/app/practice/play', 'hidden'],
  ['/app/private-game/play', 'hidden'],
  ['/app/private-game/play/', 'hidden'],
  ['/app/practice/settings', 'dock'],
  ['/app/dashboard/leaderboard', 'dock'],
  ['/app/private-game/lobby', 'bar'],
  ['/app/dashboard', 'bar'],
])('on %s the chat is %s', (path, place) => {
  expect(chatPlace(path)).toBe(place)
})

test('consent is asked for only on screens where it does not interrupt', () => {
  expect(consentPlace('/base/home')).toBe('landing')
  expect(consentPlace('/app/dashboard')).toBe('home')
  for (const path of [
    '/base/login/request-code',
    '/app/dashboard/profile',
    '/app/practice/play',
    '/def/infinite-game',
  ]) {
    expect(consentPlace(path)).toBeNull()
  }
})
