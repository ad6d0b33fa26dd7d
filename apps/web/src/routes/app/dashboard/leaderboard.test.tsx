import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeApp, openApp } from '../../../testing/render-app.tsx'
import { type StubAnswer, stubServer } from '../../../testing/stub-server.ts'
import { SIGNED_IN } from '../../../testing/users.ts'

const BOARD = 'GET /services/stats/api/leaderboard?period='
const row = (position: number, name: string, points: number) => ({ position, name, rank_number: 3, level: 23, points })
const MIRA = row(213, 'Mira Holt', 3_180)
const answer = (rows: object[], me: object | null): StubAnswer => ({ status: 200, body: { data: { rows, me } } })

beforeEach(() => localStorage.setItem('token', 'good'))
afterEach(closeApp)

const rowsShown = () => screen.getAllByRole('row').map((line) => line.textContent)

test("the best of all time are listed, followed by the user's own place and its neighbours", async () => {
  stubServer({
    ...SIGNED_IN,
    [`${BOARD}all`]: answer([row(1, 'Freya', 28_140), row(1, 'Teodor', 28_140)], MIRA),
    [`${BOARD}all&around=me`]: answer([row(212, 'Player 4821', 3_205), MIRA], MIRA),
  })
  openApp('/app/dashboard/leaderboard')
  expect(await screen.findByText('Player 4821')).toBeDefined()
  expect(rowsShown()).toEqual([
    '#PlayerPoints',
    '1FreyaLevel 2328,140',
    '1TeodorLevel 2328,140',
    '212Player 4821Level 233,205',
    '213Mira HoltLevel 233,180',
  ])
  expect(screen.getByRole('row', { current: true }).textContent).toContain('Mira Holt')
  expect(screen.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeDefined()
})

test('the week has its own list, and an empty list says so', async () => {
  const server = stubServer({
    ...SIGNED_IN,
    [`${BOARD}all`]: answer([row(1, 'Freya', 28_140)], null),
    [`${BOARD}week`]: answer([], null),
  })
  openApp('/app/dashboard/leaderboard')
  await screen.findByText('Freya')
  expect(screen.getByRole('tab', { name: 'All time' }).getAttribute('aria-selected')).toBe('true')
  expect(server.calls.some(({ call }) => call.includes('around'))).toBe(false)
  await userEvent.click(screen.getByRole('tab', { name: 'This week' }))
  expect(await screen.findByRole('heading', { name: 'No points yet' })).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a list that fails to load says so and can be retried', async () => {
  const server = stubServer({
    ...SIGNED_IN,
    [`${BOARD}all`]: { status: 403, body: { error: 'No', code: 'forbidden' } },
  })
  openApp('/app/dashboard/leaderboard')
  const card = await screen.findByRole('alert')
  server.answers[`${BOARD}all`] = answer([row(1, 'Freya', 28_140)], null)
  await userEvent.click(within(card).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Freya')).toBeDefined()
})
