import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { stubServer, type StubAnswer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, MIRA, SIGNED_IN } from '../../../testing/users.ts'

afterEach(closeApp)

const UPDATE = 'POST /services/user/api/update_profile'
const LOGOUT = 'POST /services/user/api/logout'

async function openProfile(answers: Record<string, StubAnswer> = {}) {
  const server = stubServer({ ...SIGNED_IN, ...answers })
  localStorage.setItem('token', 'good')
  const app = openApp('/app/dashboard/profile')
  const name = await screen.findByLabelText<HTMLInputElement>('Display name')
  return { server, app, name }
}
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update profile' }))

test('a Starter can upgrade, a Legend can manage the subscription', async () => {
  await openProfile()
  expect(screen.getByText('mira@example.com')).toBeDefined()
  expect(screen.getByText('Starter')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Upgrade to Legend' })).toBeDefined()
  closeApp()
  await openProfile({ [CURRENT_USER]: { status: 200, body: { data: { ...MIRA, is_premium: true, plan: 'yearly' } } } })
  expect(screen.getByText('Legend')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Manage subscription' })).toBeDefined()
  expect(screen.queryByText('Upgrade to Legend')).toBeNull()
})

test('a short or empty name shows a message under the field, and no call is made', async () => {
  const { server, name } = await openProfile()
  await userEvent.clear(name)
  await update()
  await shown('Display name is a required field')
  await userEvent.type(name, 'Mira')
  await update()
  await shown('Display name must be at least 5 characters')
  expect(server.calls.some(({ call }) => call === UPDATE)).toBe(false)
})

test('a new name is saved, shown at once and confirmed', async () => {
  const saved = { ...MIRA, display_name: 'Mira of the Hills', show_on_leaderboard: false }
  const { server, name } = await openProfile({ [UPDATE]: { status: 200, body: { data: saved } } })
  await userEvent.clear(name)
  await userEvent.type(name, 'Mira of the Hills')
  await userEvent.click(screen.getByRole('switch', { name: 'Show me on the leaderboard' }))
  await update()
  await shown('Your profile has been updated')
  expect(server.calls.findLast(({ call }) => call === UPDATE)).toMatchObject({
    call: UPDATE,
    body: { id: MIRA.id, displayName: 'Mira of the Hills', show_on_leaderboard: false },
    token: 'Bearer good',
  })
  expect(screen.getByText('Mira of the Hills')).toBeDefined()
})

test("the server's message about the name is shown under the field", async () => {
  const refusal = { status: 422, body: { errors: { displayName: ['This name is taken by a mountain'] } } }
  await openProfile({ [UPDATE]: refusal })
  await update()
  await shown('This name is taken by a mountain')
  expect(screen.queryByText('Profile updated')).toBeNull()
})

test('logging out ends the session on the server, clears all storage and leads to the landing', async () => {
  const { server, app } = await openProfile({ [LOGOUT]: { status: 200, body: { data: {} } } })
  localStorage.setItem('joinGameId', '48213907')
  localStorage.setItem('topicsStore', '{}')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  expect(server.calls.some(({ call, token }) => call === LOGOUT && token === 'Bearer good')).toBe(true)
  expect(localStorage.length).toBe(0)
})

test('logging out works even if the server cannot be reached', async () => {
  const { app } = await openProfile({ [LOGOUT]: 'no answer' })
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  expect(localStorage.getItem('token')).toBeNull()
})

test('if the session has ended elsewhere, the next call leads the player to the landing', async () => {
  const { app } = await openProfile({
    [UPDATE]: { status: 401, body: { error: 'Please sign in', code: 'unauthorized' } },
  })
  await update()
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  expect(localStorage.getItem('token')).toBeNull()
})
