import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { stubServer } from '../../../testing/stub-server.ts'
import { SIGNED_IN } from '../../../testing/users.ts'

afterEach(closeApp)

test('the three legal pages are open to everybody and show their date', async () => {
  const titles = {
    'privacy-policy': 'Privacy policy',
    'terms-of-service': 'Terms of service',
    'cookie-policy': 'Cookie policy',
  }
  for (const [slug, title] of Object.entries(titles)) {
    stubServer(SIGNED_IN)
    localStorage.setItem('token', 'good')
    openApp(`/base/pages/${slug}`)
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByText('Last updated 31 March 2025')).toBeDefined()
    closeApp()
  }
})

test('the terms state the 7-day refund and the minimum age of 13', async () => {
  stubServer({})
  openApp('/base/pages/terms-of-service')
  await screen.findByText(/within 7 days/)
  expect(screen.getByText(/at least 13 years/)).toBeDefined()
})

test('Back leads only to paths inside the app', async () => {
  for (const [back, target] of [
    ['/base/login/request-code', '/base/login/request-code'],
    ['//evil.example', '/base/home'],
  ]) {
    stubServer({})
    const app = openApp(`/base/pages/cookie-policy?back=${back}`)
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }))
    await waitFor(() => expect(app.path()).toBe(target))
    closeApp()
  }
})
