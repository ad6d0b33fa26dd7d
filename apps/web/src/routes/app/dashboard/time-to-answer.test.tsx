import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { stubServer, type StubAnswer } from '../../../testing/stub-server.ts'
import { SIGNED_IN } from '../../../testing/users.ts'

afterEach(closeApp)

const GET = 'GET /services/user/api/settings'
const SAVE = 'POST /services/user/api/settings'
const ok = (data: object): StubAnswer => ({ status: 200, body: { data } })
const SETTINGS = { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, review_missed: true }
/** At noon, so that it is 29 November in all but the most eastern time zones. */
const KEPT = { time_factor: 2, time_factor_kept_until: new Date(2026, 10, 29, 12).getTime() }

async function openSetting(answers: Record<string, StubAnswer> = {}) {
  const server = stubServer({ ...SIGNED_IN, [GET]: ok(SETTINGS), ...answers })
  localStorage.setItem('token', 'good')
  openApp('/app/dashboard/profile')
  const group = await screen.findByRole('radiogroup', { name: 'Time to answer' })
  return { server, group }
}
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const bodies = ({ calls }: ReturnType<typeof stubServer>) =>
  calls.filter(({ call }) => call === SAVE).map(({ body }) => body)

test('nothing is saved before Save; then the setting says until when it is kept', async () => {
  const { server, group } = await openSetting({ [SAVE]: ok({ ...SETTINGS, ...KEPT }) })
  expect(within(group).getAllByRole('radio')).toHaveLength(6)
  await screen.findByText('You can change it once a week')
  expect(choice('1×, 20 seconds').checked).toBe(true)
  await userEvent.click(choice('2×, 40 seconds'))
  expect(screen.getByText('40')).toBeDefined()
  expect(bodies(server)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('You can change it again on 29 November')
  expect(bodies(server)).toEqual([{ time_factor: 2 }])
  expect(document.getElementById('say')?.textContent).toContain('Saved. You can change it again on 29 November')
  expect(screen.getByRole('button', { name: 'Saved' }).getAttribute('aria-disabled')).toBe('true')
})

test('while the setting is kept it cannot be changed', async () => {
  await openSetting({ [GET]: ok({ ...SETTINGS, ...KEPT }) })
  await screen.findByText('You can change it again on 29 November')
  expect(choice('2×, 40 seconds').checked).toBe(true)
  expect(choice('3×, 60 seconds').matches(':disabled')).toBe(true)
})

test("a refusal shows the server's message, and the setting is fetched again", async () => {
  const refusal = { error: 'The time to answer can be changed only once a week', code: 'time_factor_kept', details: {} }
  const { server } = await openSetting({ [SAVE]: { status: 409, body: refusal } })
  await screen.findByText('You can change it once a week')
  await userEvent.click(choice('10×, 200 seconds'))
  const reads = () => server.calls.filter(({ call }) => call === GET).length
  const before = reads()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(refusal.error, { ignore: '#say *, #alert *' })
  expect(reads()).toBeGreaterThan(before)
})
