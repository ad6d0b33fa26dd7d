import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp } from '../../../testing/render-app.tsx'
import { MIRA } from '../../../testing/users.ts'
import { shown } from '../../../testing/shown.ts'
import { BASE, changes, ok, openAdmin, refused, toast } from './testing/open-admin.ts'

afterEach(closeApp)

const FIND = `POST ${BASE}/user/find`
const PLAYER = {
  ...MIRA,
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Noor of the Hills',
  display_name: 'Noor of the Hills',
  email: 'noor@example.com',
  plan_origin: null,
  total_points: 1250,
  open_complaint_count: 3,
}
const LEGEND = { ...PLAYER, is_premium: true, plan: 'yearly', plan_origin: 'operator' }
const action = (name: string) => `POST ${BASE}/user/${PLAYER.id}/${name}`

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function find(email = PLAYER.email) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'E-mail' }), `${email}{Enter}`)
}
const facts = () =>
  Object.fromEntries(screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]))

test('a player is found by e-mail address, with plan, name and points', async () => {
  const server = openAdmin('players', { [FIND]: ok({ ...LEGEND, created_at: new Date(2026, 0, 15, 12).getTime() }) })
  await find(' Noor@Example.com ')
  await screen.findByRole('heading', { level: 2, name: 'Noor of the Hills' })
  expect(facts()).toEqual({
    'E-mail': 'noor@example.com',
    Plan: 'Legend, yearly',
    'Plan from': 'Admin',
    Points: '1,250',
    'Open reports': '3',
    'Player since': 'Jan 15, 2026',
    Role: 'Player',
  })
  expect(changes(server)).toEqual([{ call: FIND, body: { email: 'Noor@Example.com' } }])
})

test('an unknown address is reported; an invalid one is not sent', async () => {
  const server = openAdmin('players', { [FIND]: ok(null) })
  await find('noor')
  await shown('email must be a valid email')
  expect(changes(server)).toEqual([])
  await find('@example.com')
  await shown('There is no account with this address')
})

test('granting Legend needs a confirmation, and the player is then shown as a Legend', async () => {
  const server = openAdmin('players', { [FIND]: ok(PLAYER), [action('grant_legend')]: ok(LEGEND) })
  await find()
  await screen.findByRole('heading', { level: 2 })
  expect(screen.getByRole('button', { name: 'End Legend' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }))
  await press('Grant Legend')
  const sheet = await screen.findByRole('dialog', { name: 'Grant Legend?' })
  expect(sheet.textContent).toContain('Noor of the Hills is a Legend (Yearly) until an admin ends it.')
  await waitFor(() => expect(document.activeElement).toBe(within(sheet).getByRole('button', { name: 'Cancel' })))
  await userEvent.click(within(sheet).getByRole('button', { name: 'Grant Legend' }))
  expect(await toast('Legend granted')).toBe('success')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(facts()).toMatchObject({ Plan: 'Legend, yearly' })
  expect(changes(server).slice(1)).toEqual([{ call: action('grant_legend'), body: { plan: 'yearly' } }])
})

test('a cancelled confirmation changes nothing', async () => {
  const server = openAdmin('players', { [FIND]: ok(LEGEND) })
  await find()
  await screen.findByRole('heading', { level: 2 })
  await press('End Legend')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Reset name')
  await screen.findByRole('dialog', { name: 'Reset the name?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes(server)).toHaveLength(1)
})

test('ending Legend and resetting a name each need a confirmation', async () => {
  openAdmin('players', {
    [FIND]: ok(LEGEND),
    [action('end_legend')]: ok(PLAYER),
    [action('reset_name')]: ok({ ...PLAYER, display_name: null, name: 'Player 4711' }),
  })
  await find()
  await screen.findByRole('heading', { level: 2 })
  await press('End Legend')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End Legend' }))
  expect(await toast('Legend ended')).toBe('success')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(facts()).toMatchObject({ Plan: 'Starter', 'Plan from': 'None' })
  await press('Reset name')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset name' }))
  await screen.findByRole('heading', { level: 2, name: 'Player 4711' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Reset name' }).getAttribute('aria-disabled')).toBe('true')
})

test("reversing a player's reports needs a confirmation", async () => {
  openAdmin('players', {
    [FIND]: ok(PLAYER),
    [action('reverse_complaints')]: ok({ ...PLAYER, open_complaint_count: 0 }),
  })
  await find()
  await screen.findByRole('heading', { level: 2 })
  await press('Reverse reports')
  const sheet = await screen.findByRole('dialog', { name: 'Reverse all reports?' })
  expect(sheet.textContent).toContain('3 open reports by Noor of the Hills will no longer count.')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Reverse reports' }))
  expect(await toast('Reports reversed')).toBe('success')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(facts()).toMatchObject({ 'Open reports': '0' })
  expect(screen.getByRole('button', { name: 'Reverse reports' }).getAttribute('aria-disabled')).toBe('true')
})

test('a failed action is reported, and the confirmation stays open', async () => {
  openAdmin('players', { [FIND]: ok(PLAYER), [action('grant_legend')]: refused(503, 'Not now') })
  await find()
  await screen.findByRole('heading', { level: 2 })
  await press('Grant Legend')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Grant Legend' }))
  expect(await toast('Not now')).toBe('error')
  expect(screen.getByRole('dialog')).toBeDefined()
})
