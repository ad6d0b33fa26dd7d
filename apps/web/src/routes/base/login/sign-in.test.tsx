import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { buildGame } from '../../../features/games/testing/build-game.ts'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { stubServer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, SIGNED_IN } from '../../../testing/users.ts'

afterEach(closeApp)

const REQUEST = 'POST /services/user/api/request_code'
const VERIFY = 'POST /services/user/api/verify_code'
const OK = { status: 200, body: { data: {} } }
const WRONG = { status: 422, body: { errors: { code: ['Code is invalid or has expired'] } } }

async function openVerify(answers: Parameters<typeof stubServer>[0]) {
  const server = stubServer(answers)
  localStorage.setItem('email', 'mira@example.com')
  const app = openApp('/base/login/verify-code')
  const first = await screen.findByLabelText<HTMLInputElement>('Digit 1 of 6')
  // Not `waitFor`, which gets stuck if a test has faked the timers.
  await expect.poll(() => document.activeElement).toBe(first)
  return { server, app, first }
}
const boxes = () => screen.getAllByLabelText<HTMLInputElement>(/^Digit/).map((box) => box.value)

test('empty and invalid addresses get different messages under the field, and nothing is sent', async () => {
  const server = stubServer({ [REQUEST]: OK })
  openApp('/base/login/request-code')
  const send = await screen.findByRole('button', { name: 'Request code' })
  await userEvent.click(send)
  await shown('email is a required field')
  await userEvent.type(screen.getByLabelText('E-mail'), 'mira@example')
  await userEvent.click(send)
  await shown('email must be a valid email')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')))
  expect(server.calls).toEqual([])
})

test('requesting a code stores the address and leads to the screen that asks for the code', async () => {
  const server = stubServer({ [REQUEST]: OK })
  const app = openApp('/base/login/request-code')
  await userEvent.type(await screen.findByLabelText('E-mail'), ' Mira@example.com {Enter}')
  await screen.findByLabelText('Digit 1 of 6')
  expect(server.calls).toMatchObject([{ call: REQUEST, body: { email: 'Mira@example.com' }, token: null }])
  expect(localStorage.getItem('email')).toBe('Mira@example.com')
  expect(app.path()).toBe('/base/login/verify-code')
})

test("the server's message about the address is shown under the field, and the screen stays", async () => {
  stubServer({
    [REQUEST]: { status: 429, body: { code: 'rate_limited', error: 'No', errors: { email: ['Too many'] } } },
  })
  const app = openApp('/base/login/request-code')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'mira@example.com{Enter}')
  await shown('Too many')
  expect(app.path()).toBe('/base/login/request-code')
  expect(localStorage.getItem('email')).toBeNull()
})

test('Back on the legal pages leads back to the sign-in', async () => {
  stubServer({})
  const app = openApp('/base/login/request-code')
  await userEvent.click(await screen.findByRole('link', { name: 'Terms of service' }))
  await screen.findByRole('heading', { name: 'Terms of service' })
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(app.path()).toBe('/base/login/request-code'))
})

test('without a stored address the code screen redirects to the request for a code', async () => {
  stubServer({})
  const app = openApp('/base/login/verify-code')
  await waitFor(() => expect(app.path()).toBe('/base/login/request-code'))
})

test('six digits are sent without a press, the token is stored, and the dashboard opens', async () => {
  const signedIn = expect.objectContaining({ call: CURRENT_USER, token: 'Bearer fresh' })
  const { server, app } = await openVerify({ [VERIFY]: { status: 200, body: { token: 'fresh' } }, ...SIGNED_IN })
  await userEvent.keyboard('123456')
  await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
  expect(server.calls[0]).toMatchObject({
    call: VERIFY,
    body: { email: 'mira@example.com', code: '123456' },
    token: null,
  })
  expect(localStorage.getItem('token')).toBe('fresh')
  expect(server.calls.filter(({ call }) => call === VERIFY)).toHaveLength(1)
  await waitFor(() => expect(server.calls).toContainEqual(signedIn))
})

test("the device's token is stored and sent at the next sign-in", async () => {
  localStorage.setItem('deviceToken', 'known')
  const { server } = await openVerify({
    [VERIFY]: { status: 200, body: { token: 'fresh', device_token: 'newer' } },
    ...SIGNED_IN,
  })
  await userEvent.keyboard('123456')
  await waitFor(() => expect(localStorage.getItem('token')).toBe('fresh'))
  expect(server.calls[0]?.body).toEqual({ email: 'mira@example.com', code: '123456', device_token: 'known' })
  expect(localStorage.getItem('deviceToken')).toBe('newer')
})

test('an invited user goes to the game, not to the dashboard', async () => {
  localStorage.setItem('joinGameId', '48213907')
  const { app } = await openVerify({
    [VERIFY]: { status: 200, body: { token: 'fresh' } },
    'POST /services/gameplay/api/game/48213907/join': { status: 200, body: { data: buildGame() } },
    ...SIGNED_IN,
  })
  await userEvent.keyboard('123456')
  await waitFor(() => expect(app.path()).toBe('/app/private-game/lobby'))
  await screen.findByText('Jonas')
  expect(localStorage.getItem('joinGameId')).toBeNull()
})

test('a refused code stays visible, with the reason under it', async () => {
  await openVerify({ [VERIFY]: WRONG })
  await userEvent.keyboard('123456')
  await shown('Code is invalid or has expired')
  expect(boxes().join('')).toBe('123456')
  await waitFor(() => expect(document.activeElement?.id).toBe('num-1'))
})

test('typing a new code over a refused one uses up one attempt, not one per digit', async () => {
  const { server } = await openVerify({ [VERIFY]: WRONG })
  await userEvent.keyboard('123456')
  await shown('Code is invalid or has expired')
  await waitFor(() => expect(document.activeElement?.id).toBe('num-1'))
  await userEvent.keyboard('187654')
  await waitFor(() => expect(server.calls).toHaveLength(2))
  expect(server.calls[1]?.body).toEqual({ email: 'mira@example.com', code: '187654' })
})

test('Enter sends a filled code again', async () => {
  const { server } = await openVerify({ [VERIFY]: WRONG })
  await userEvent.keyboard('123456')
  await shown('Code is invalid or has expired')
  await waitFor(() => expect(document.activeElement?.id).toBe('num-1'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(server.calls).toHaveLength(2))
})

test('a code pasted over a refused one is sent, even if only one digit differs', async () => {
  const { server, first } = await openVerify({ [VERIFY]: WRONG })
  await userEvent.keyboard('123456')
  await shown('Code is invalid or has expired')
  fireEvent.paste(first, { clipboardData: { getData: () => '923456' } })
  await waitFor(() => expect(server.calls).toHaveLength(2))
  expect(server.calls[1]?.body).toEqual({ email: 'mira@example.com', code: '923456' })
  expect(boxes().join('')).toBe('923456')
})

test('a code that got no answer can be sent again unchanged', async () => {
  const { server, app } = await openVerify({ [VERIFY]: 'no answer', ...SIGNED_IN })
  await userEvent.keyboard('123456')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.answers[VERIFY] = { status: 200, body: { token: 'fresh' } }
  await userEvent.click(again)
  await waitFor(() => expect(app.path()).toBe('/app/dashboard'))
})

test('a letter is refused at once and never sent', async () => {
  const { server } = await openVerify({ [VERIFY]: WRONG })
  await userEvent.keyboard('40a917')
  await shown('Only numbers are allowed')
  expect(server.calls).toEqual([])
})

test('a pasted code fills all boxes and is sent once', async () => {
  const { server, first } = await openVerify({ [VERIFY]: WRONG })
  fireEvent.paste(first, { clipboardData: { getData: () => '123456' } })
  await shown('Code is invalid or has expired')
  expect(boxes().join('')).toBe('123456')
  expect(server.calls).toHaveLength(1)
})

test('a code in the clipboard is offered within a second if reading was granted', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const clipboard = { readText: () => Promise.resolve(' 123456\n') }
  vi.stubGlobal('navigator', {
    onLine: true,
    permissions: { query: () => Promise.resolve({ state: 'granted' }) },
    clipboard,
  })
  const { server } = await openVerify({ [VERIFY]: WRONG })
  fireEvent.click(await screen.findByRole('button', { name: 'Paste code' }))
  await waitFor(() => expect(server.calls[0]?.body).toEqual({ email: 'mira@example.com', code: '123456' }))
})

test('the clipboard is not read before a press unless reading was granted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const readText = vi.fn<() => Promise<string>>()
  vi.stubGlobal('navigator', {
    onLine: true,
    permissions: { query: () => Promise.resolve({ state: 'prompt' }) },
    clipboard: { readText },
  })
  await openVerify({})
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(readText).not.toHaveBeenCalled()
})

/** With default settings, a browser asks on a press or does not know the permission. */
function stubClipboard(readText: () => Promise<string>, permissions?: { query: () => Promise<unknown> }) {
  vi.stubGlobal('navigator', { onLine: true, permissions, clipboard: { readText } })
}
const pasteButton = () => screen.findByRole('button', { name: 'Paste code' })

test.each([
  ['asks on a press', { query: () => Promise.resolve({ state: 'prompt' }) }],
  ['does not know the permission', { query: () => Promise.reject(new TypeError('clipboard-read')) }],
  ['has no permissions', undefined],
] as const)('a code is pasted on a press in a browser that %s', async (_, permissions) => {
  stubClipboard(() => Promise.resolve(' 123456\n'), permissions)
  const { server } = await openVerify({ [VERIFY]: WRONG })
  fireEvent.click(await pasteButton())
  await waitFor(() => expect(server.calls[0]?.body).toEqual({ email: 'mira@example.com', code: '123456' }))
})

test('after a press a message says if the clipboard has no code or cannot be read', async () => {
  const readText = vi.fn<() => Promise<string>>().mockResolvedValueOnce('a shopping list')
  readText.mockRejectedValueOnce(new DOMException('Read permission denied', 'NotAllowedError'))
  stubClipboard(readText)
  const { server } = await openVerify({})
  fireEvent.click(await pasteButton())
  await shown('There is no code on the clipboard')
  fireEvent.click(await pasteButton())
  await shown('The clipboard could not be read. Please type the code')
  expect(server.calls).toEqual([])
})

test('no paste button is shown if the user has denied reading the clipboard', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  stubClipboard(() => Promise.resolve('123456'), { query: () => Promise.resolve({ state: 'denied' }) })
  await openVerify({})
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.queryByRole('button', { name: 'Paste code' })).toBeNull()
})

test('Enter says which digits are missing', async () => {
  const { server, first } = await openVerify({})
  await userEvent.type(first, '{Enter}')
  await shown('Please type the 6 digits of the code')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await userEvent.keyboard('40591')
  expect(screen.queryByText('Please type the 6 digits of the code', { ignore: '#say *, #alert *' })).toBeNull()
  await userEvent.keyboard('{Enter}')
  await shown('1 of 6 digits is missing')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Digit 6 of 6')))
  expect(server.calls).toEqual([])
})

test('after 30 s a new code can be requested, which empties the boxes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { server, first } = await openVerify({ [REQUEST]: OK })
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull()
  fireEvent.change(first, { target: { value: '1' } })
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await shown('Code sent')
  expect(server.calls).toMatchObject([{ call: REQUEST, body: { email: 'mira@example.com' }, token: null }])
  expect(boxes().join('')).toBe('')
})
