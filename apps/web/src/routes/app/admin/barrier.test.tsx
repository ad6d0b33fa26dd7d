import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp } from '../../../testing/render-app.tsx'
import { type StubAnswer } from '../../../testing/stub-server.ts'
import { shown } from '../../../testing/shown.ts'
import { BASE, ok, openAdmin } from './testing/open-admin.ts'

afterEach(closeApp)

const FLAGS = `GET ${BASE}/flags`
const CONFIRM = `POST ${BASE}/second_factor/confirm`
const LOGOUT = 'POST /services/user/api/logout'
const FLAG = { name: 'fullscreen_ads_enabled', is_enabled: true, is_overridden: false }

const kept = (code: string): StubAnswer => ({ status: 403, body: { error: 'No', code } })

test('after 12 hours the admin has to sign in again', async () => {
  openAdmin('flags', { [FLAGS]: kept('sign_in_again'), [LOGOUT]: ok({}) })
  await screen.findByRole('heading', { level: 1, name: 'Sign in again' })
  expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }))
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
})

test('an action that is refused because the sign-in is too old also asks to sign in again', async () => {
  openAdmin('flags', { [FLAGS]: ok([FLAG]), [`POST ${BASE}/flag`]: kept('sign_in_again') })
  await userEvent.click(await screen.findByRole('switch'))
  await screen.findByRole('heading', { level: 1, name: 'Sign in again' })
})

test('the second factor opens the requested screen', async () => {
  const wrong = { status: 422, body: { errors: { code: ['Code is invalid or has expired'] } } }
  const server = openAdmin('flags', { [FLAGS]: kept('second_factor_required'), [CONFIRM]: wrong })
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  await shown('Code is invalid or has expired')
  server.answers[CONFIRM] = ok({})
  server.answers[FLAGS] = ok([FLAG])
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('switch')
  expect(server.calls.findLast(({ call }) => call === CONFIRM)?.body).toEqual({ code: '123456' })
})

test('if a second factor is required but missing, it is set up first', async () => {
  const server = openAdmin('flags', {
    [FLAGS]: kept('second_factor_missing'),
    [`POST ${BASE}/second_factor/begin`]: ok({
      secret: 'ABCDEFGH',
      url: 'otpauth://totp/Quizmaster:a?secret=ABCDEFGH',
    }),
    [`POST ${BASE}/second_factor/enable`]: ok({ recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await shown('ABCD EFGH')
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  await shown('AAAA-BBBB-CCCC-DDDD')
  server.answers[FLAGS] = ok([FLAG])
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  await screen.findByRole('switch')
})
