import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { BASE, changes, ok, openAdmin, refused, toast } from './testing/open-admin.ts'

afterEach(closeApp)

const FLAGS = `GET ${BASE}/flags`
const SET_FLAG = `POST ${BASE}/flag`
const flag = (name: string, isOn: boolean, isOverridden = false) => ({
  name,
  is_enabled: isOn,
  is_overridden: isOverridden,
})
const GAMES = 'private_fun_mode_controls_enabled'
const games = () => screen.findByRole('switch', { name: 'Games with friends: New and Join' })

test('a switch changes once the server has changed the flag', async () => {
  const server = openAdmin('flags', { [FLAGS]: ok([flag(GAMES, true)]), [SET_FLAG]: ok([flag(GAMES, false)]) })
  expect((await games()).getAttribute('aria-checked')).toBe('true')
  Object.assign(server.answers, { [FLAGS]: ok([flag(GAMES, false)]) })
  await userEvent.click(await games())
  expect(await toast('Switched off')).toBe('success')
  expect((await games()).getAttribute('aria-checked')).toBe('false')
  expect(changes(server)).toEqual([{ call: SET_FLAG, body: { name: GAMES, is_enabled: false } }])
})

test('a switch does not change if the call fails', async () => {
  openAdmin('flags', { [FLAGS]: ok([flag(GAMES, true)]), [SET_FLAG]: refused(404, 'Not found') })
  await userEvent.click(await games())
  expect(await toast('Not found')).toBe('error')
  expect((await games()).getAttribute('aria-checked')).toBe('true')
})

test('a flag that this server overrides says so and cannot be changed', async () => {
  const server = openAdmin('flags', {
    [FLAGS]: ok([flag('fullscreen_ads_enabled', false, true), flag('new_one', true)]),
  })
  const ads = await screen.findByRole('switch', { name: 'Full-screen ads' })
  expect(ads.getAttribute('aria-disabled')).toBe('true')
  await shown('fullscreen_ads_enabled: set by FLAGS on this server, cannot be changed here')
  await userEvent.click(ads)
  expect(changes(server)).toEqual([])
  expect(screen.getByRole('switch', { name: 'new_one' })).toBeDefined()
})

const suggestion = (text: string, player_count: number) => ({
  text,
  player_count,
  first_at: Date.UTC(2026, 10, 1),
  last_at: Date.UTC(2026, 10, 20),
})
const SUGGESTIONS = (page: number) => `GET ${BASE}/topic_suggestions?page=${page}`
const REMOVE = `POST ${BASE}/topic_suggestion/remove`

test('each suggested topic is listed with the number of players who suggested it', async () => {
  openAdmin('suggestions', {
    [SUGGESTIONS(1)]: ok({ suggestions: [suggestion('Falconry', 3)], has_more: true }),
    [SUGGESTIONS(2)]: ok({ suggestions: [suggestion('<b>Knots</b>', 1)], has_more: false }),
  })
  expect((await shown('Falconry')).closest('li')?.textContent).toContain('3 players')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect((await shown('<b>Knots</b>')).closest('li')?.textContent).toContain('1 player')
})

test('a suggestion that has been dealt with is removed, and the focus stays on the screen', async () => {
  const server = openAdmin('suggestions', {
    [SUGGESTIONS(1)]: ok({ suggestions: [suggestion('Falconry', 3), suggestion('Knots', 1)], has_more: false }),
    [REMOVE]: ok({}),
  })
  const done = await screen.findByRole('button', { name: 'Done with Falconry' })
  Object.assign(server.answers, { [SUGGESTIONS(1)]: ok({ suggestions: [suggestion('Knots', 1)], has_more: false }) })
  await userEvent.click(done)
  expect(await toast('Suggestion removed')).toBe('success')
  await waitFor(() => expect(screen.queryByText('Falconry')).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(screen.getByRole('button', { name: 'Done with Knots' })).toBeDefined()
  expect(changes(server)).toEqual([{ call: REMOVE, body: { text: 'Falconry' } }])
})

test('a suggestion stays if it cannot be removed', async () => {
  openAdmin('suggestions', {
    [SUGGESTIONS(1)]: ok({ suggestions: [suggestion('Falconry', 3)], has_more: false }),
    [REMOVE]: refused(404, 'Not found'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Done with Falconry' }))
  expect(await toast('Not found')).toBe('error')
  expect(screen.getByText('Falconry')).toBeDefined()
})

const AUDIT = (page: number) => `GET ${BASE}/audit?page=${page}`
const entry = (id: string, action: string, details: object = {}) => ({
  id,
  at: Date.UTC(2026, 10, 20),
  admin_email: 'boss@example.com',
  action,
  subject: 'capitals/paris',
  details,
})

test('the audit log shows each action with its details', async () => {
  const edited = entry('1', 'question_edited', { before: { text: 'Who?' }, after: { text: 'Where?' } })
  openAdmin('audit', { [AUDIT(1)]: ok({ entries: [edited], has_more: false }) })
  const what = (await shown('Question edited')).closest('li') as HTMLElement
  expect(what.textContent).toContain('capitals/paris')
  expect(what.textContent).toContain('boss@example.com')
  expect(what.querySelector('time')?.dateTime).toBe('2026-11-20T00:00:00.000Z')
  expect(what.querySelector('details')?.textContent).toBe('DetailstextWho? → Where?')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('older entries load on a press, and each is listed only once', async () => {
  openAdmin('audit', {
    [AUDIT(1)]: ok({ entries: [entry('2', 'flag_set'), entry('1', 'ads_set')], has_more: true }),
    [AUDIT(2)]: ok({ entries: [entry('1', 'ads_set'), entry('0', 'question_withdrawn')], has_more: false }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await shown('Question withdrawn')
  expect(screen.getAllByText('Ads set')).toHaveLength(1)
})

test('an empty audit log says so', async () => {
  openAdmin('audit', { [AUDIT(1)]: ok({ entries: [], has_more: false }) })
  await shown('No actions yet')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
})
