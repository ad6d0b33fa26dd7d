import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { stubServer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, SIGNED_IN } from '../../../testing/users.ts'
import { complaintPage } from './testing/admin-questions.ts'
import { ADMIN, BASE, ok } from './testing/open-admin.ts'

afterEach(closeApp)

const COMPLAINTS = `GET ${BASE}/complaints?status=open&page=1`
const adminCalls = (server: ReturnType<typeof stubServer>) => server.calls.filter(({ call }) => call.includes(BASE))

test('for a player, admin paths are unknown paths, and no admin call is made', async () => {
  for (const path of ['/app/admin', '/app/admin/complaints', '/app/admin/no-such-screen', '/app/admins']) {
    const server = stubServer(SIGNED_IN)
    localStorage.setItem('token', 'good')
    const app = openApp(path)
    await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
    await screen.findByText(/Hello, Mira Holt/)
    expect(adminCalls(server)).toEqual([])
    closeApp()
  }
})

test('a visitor is sent to the landing page', async () => {
  const server = stubServer({})
  const app = openApp('/app/admin/audit')
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  expect(server.calls).toEqual([])
})

test('the account screen has a link that leads an admin to the complaints', async () => {
  stubServer({ [CURRENT_USER]: ok(ADMIN), [COMPLAINTS]: ok(complaintPage([])) })
  localStorage.setItem('token', 'good')
  const app = openApp('/app/dashboard/profile')
  ;(await screen.findByRole('link', { name: 'Admin' })).click()
  await screen.findByRole('heading', { level: 1, name: 'Complaints' })
  expect(app.path()).toBe('/app/admin/complaints')
  expect(screen.getByRole('link', { name: 'Complaints' }).getAttribute('aria-current')).toBe('page')
  await waitFor(() => expect(document.title).toBe('Complaints · Quizmaster'))
})

test('a player has no link to the admin screens', async () => {
  stubServer(SIGNED_IN)
  localStorage.setItem('token', 'good')
  openApp('/app/dashboard/profile')
  await screen.findByRole('button', { name: 'Logout' })
  expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
})

test('an unknown admin screen is an unknown path, even for an admin', async () => {
  stubServer({ [CURRENT_USER]: ok(ADMIN) })
  localStorage.setItem('token', 'good')
  const app = openApp('/app/admin/no-such-screen')
  await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
})
