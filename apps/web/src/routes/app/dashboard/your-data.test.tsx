import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { stubServer, type StubAnswer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, MIRA, SIGNED_IN } from '../../../testing/users.ts'

afterEach(closeApp)

const API = '/services/user/api'
const SESSIONS = `GET ${API}/sessions`
const REVOKE_ALL = `POST ${API}/sessions/revoke_all`
const EXPORT = `POST ${API}/account/export`
const DELETE = `POST ${API}/account/delete`
const DONE = { status: 200, body: { data: {} } }
const PHONE = '22222222-2222-4222-8222-222222222222'
const REVOKE_PHONE = `POST ${API}/sessions/${PHONE}/revoke`

const session = (id: string, device: string, lastSeenAt: number, isCurrent = false) => ({
  id,
  device,
  created_at: 1,
  last_seen_at: lastSeenAt,
  is_current: isCurrent,
})
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const made = (server: { calls: { call: string; body: unknown }[] }, call: string) =>
  server.calls.filter((one) => one.call === call)

async function openProfile(answers: Record<string, StubAnswer> = {}) {
  const server = stubServer({ ...SIGNED_IN, ...answers })
  localStorage.setItem('token', 'good')
  const app = openApp('/app/dashboard/profile')
  await screen.findByRole('heading', { name: 'Your data' })
  return { server, app }
}

test('devices are listed, this one first, and another one can be signed out', async () => {
  const list = [
    session('11111111-1111-4111-8111-111111111111', 'Safari on iPad', Date.now() - 26 * 3_600_000),
    session(PHONE, 'Chrome on Android', Date.now()),
    session('33333333-3333-4333-8333-333333333333', 'Firefox on Linux', 1, true),
  ]
  const { server, app } = await openProfile({ [SESSIONS]: { status: 200, body: { data: list } }, [REVOKE_PHONE]: DONE })
  await press('Signed-in devices')
  const rows = await within(await screen.findByRole('dialog')).findAllByRole('listitem')
  expect(rows.map((row) => [...row.querySelectorAll('p')].map((line) => line.textContent))).toEqual([
    ['Firefox on Linux', 'This device'],
    ['Chrome on Android', 'Active now'],
    ['Safari on iPad', 'Last seen yesterday'],
  ])
  await press('Sign out Chrome on Android')
  await shown('Chrome on Android is signed out')
  expect(screen.queryByText('Chrome on Android')).toBeNull()
  expect(made(server, REVOKE_PHONE)).toHaveLength(1)
  expect(app.path()).toBe('/app/dashboard/profile')
})

test('signing out everywhere signs out here too, but only once the server has done it', async () => {
  const list = { status: 200, body: { data: [session(PHONE, 'Chrome on Android', 1, true)] } }
  const { server, app } = await openProfile({ [SESSIONS]: list, [REVOKE_ALL]: 'no answer' })
  await press('Signed-in devices')
  await press('Sign out everywhere')
  await shown('That did not work')
  expect(localStorage.getItem('token')).toBe('good')
  server.answers[REVOKE_ALL] = DONE
  await press('Sign out everywhere')
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  expect(localStorage.length).toBe(0)
})

test('the data is downloaded as one readable file', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  let file: Blob | null = null
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => ((file = blob), 'blob:1') }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download && file) saved.push({ name: this.download, text: file.text() })
  })
  const data = { account: { email: MIRA.email } }
  const { server } = await openProfile({ [EXPORT]: { status: 200, body: { data } } })
  await press('Download my data')
  await shown('Your data is ready')
  expect(made(server, EXPORT)).toHaveLength(1)
  expect(saved.map(({ name }) => name)).toEqual(['quizmaster-data.json'])
  expect(await saved[0]?.text).toBe(JSON.stringify(data, null, 2))
  click.mockRestore()
})

test('a failed export is reported, and can be retried', async () => {
  const { server } = await openProfile({ [EXPORT]: 'no answer' })
  await press('Download my data')
  await shown('That did not work')
  await press('Download my data')
  await waitFor(() => expect(made(server, EXPORT)).toHaveLength(2))
})

test('an account is deleted only with its own address; then storage is cleared and a toast says so', async () => {
  const wrong = { status: 422, body: { errors: { email: ['This is not the e-mail address of your account'] } } }
  const { server, app } = await openProfile({ [DELETE]: wrong })
  localStorage.setItem('joinGameId', '48213907')
  await press('Delete account')
  const sheet = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Keep my account' })))
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await shown('email is a required field')
  expect(made(server, DELETE)).toEqual([])
  await userEvent.type(sheet.getByLabelText('Type your e-mail again'), 'other@example.com')
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await shown('This is not the e-mail address of your account')
  expect(localStorage.getItem('token')).toBe('good')
  server.answers[DELETE] = DONE
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  await shown('Your account is deleted')
  expect(localStorage.length).toBe(0)
  expect(server.calls.findLast(({ call }) => call === DELETE)?.body).toEqual({ email: 'other@example.com' })
})

const NEEDS_CODE = { status: 422, body: { errors: { code: ['code is a required field'] } } }
const WRONG_CODE = { status: 422, body: { errors: { code: ['Code is invalid or has expired'] } } }
const REQUEST_CODE = `POST ${API}/request_code`

test('a deletion is confirmed with a mailed code, which only the button sends', async () => {
  const { server, app } = await openProfile({ [DELETE]: NEEDS_CODE, [REQUEST_CODE]: DONE })
  await press('Delete account')
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByLabelText('Type your e-mail again'), MIRA.email)
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await shown(`To confirm, type the code we sent to ${MIRA.email}.`)
  expect(made(server, REQUEST_CODE).at(-1)).toMatchObject({ body: { email: MIRA.email }, token: 'Bearer good' })
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('Digit 1 of 6')))
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await shown('Please type the 6 digits of the code')
  server.answers[DELETE] = WRONG_CODE
  await userEvent.type(sheet.getByLabelText('Digit 1 of 6'), '123456')
  expect(made(server, DELETE)).toHaveLength(1)
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await shown('Code is invalid or has expired')
  server.answers[DELETE] = DONE
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await waitFor(() => expect(app.path()).toBe('/base/home'))
  await shown('Your account is deleted')
  expect(made(server, DELETE).at(-1)?.body).toEqual({ email: MIRA.email, code: '123456' })
})

test('the data is downloaded with a mailed code', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1' }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { server } = await openProfile({
    [EXPORT]: NEEDS_CODE,
    [REQUEST_CODE]: { status: 429, body: { code: 'rate_limited', error: 'Please wait' } },
  })
  await press('Download my data')
  // An earlier code may still be valid.
  await shown('Please wait')
  const sheet = within(await screen.findByRole('dialog'))
  server.answers[EXPORT] = { status: 200, body: { data: {} } }
  await userEvent.type(sheet.getByLabelText('Digit 1 of 6'), '123456')
  await userEvent.click(sheet.getByRole('button', { name: 'Download' }))
  await shown('Your data is ready')
  expect(made(server, EXPORT).at(-1)?.body).toEqual({ code: '123456' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  click.mockRestore()
})

test('if payments are unavailable nothing is deleted, and a toast says so', async () => {
  const error = 'Payments are not available'
  await openProfile({ [DELETE]: { status: 503, body: { error, code: 'payments_unavailable' } } })
  await press('Delete account')
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByLabelText('Type your e-mail again'), MIRA.email)
  await userEvent.click(sheet.getByRole('button', { name: 'Delete account' }))
  await shown(error)
  expect(screen.getByRole('dialog')).toBeDefined()
  expect(localStorage.getItem('token')).toBe('good')
})

test('a player without a name is told that the leaderboard needs one', async () => {
  await openProfile({ [CURRENT_USER]: { status: 200, body: { data: { ...MIRA, display_name: null } } } })
  const leaderboard = screen.getByRole('switch', { name: 'Show me on the leaderboard' })
  const note = document.getElementById(leaderboard.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('To change this, choose a display name first')
})
