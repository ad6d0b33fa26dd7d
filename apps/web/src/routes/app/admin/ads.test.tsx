import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAdsDraft } from '../../../features/admin/unsaved-ads.ts'
import { closeApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { BASE, changes, ok, openAdmin, refused, toast } from './testing/open-admin.ts'

beforeEach(() => setAdsDraft(null))
afterEach(closeApp)

const ADS = 'GET /services/user/api/ads'
const SAVE = `POST ${BASE}/ads`
const book = (name: string, more: object = {}) => ({
  image: '/img/ads/moby-dick.svg',
  link: 'https://www.example.com/book',
  title: name,
  subtitle: 'A novel',
  texts: ['One line.', 'Another line.'],
  ...more,
})
const [WHALE, ALICE] = [book('Moby-Dick'), book('Alice')]

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (label: string, place = 0) => screen.getAllByRole('textbox', { name: label })[place] as HTMLInputElement
async function fill(label: string, value: string, place = 0) {
  await userEvent.clear(field(label, place))
  await userEvent.type(field(label, place), value)
}
async function openAds(answers = {}) {
  const server = openAdmin('ads', { [ADS]: ok([WHALE, ALICE]), [`GET ${BASE}/flags`]: ok([]), ...answers })
  await screen.findByRole('heading', { level: 2, name: 'Moby-Dick' })
  return server
}

test('ads are changed, added, moved and removed, and saved as one list', async () => {
  const server = await openAds({ [SAVE]: ok([ALICE]) })
  expect(field('Texts').value).toBe('One line.\nAnother line.')
  await press('Move Moby-Dick down')
  expect(titles()).toEqual(['Alice', 'Moby-Dick'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Moby-Dick down' })))
  await press('Remove Moby-Dick')
  await press('Add ad')
  expect(titles()).toEqual(['Alice', 'Ad 2'])
  await fill('Title', 'The Time Machine', 1)
  await fill('Picture', '/img/ads/time-machine.svg', 1)
  await fill('Link', 'https://www.example.com/time', 1)
  await userEvent.type(field('Texts', 1), 'A machine.{Enter}{Enter}A time.')
  expect(changes(server)).toEqual([])
  await press('Save ads')
  expect(await toast('Ads saved')).toBe('success')
  const time = { image: '/img/ads/time-machine.svg', link: 'https://www.example.com/time', title: 'The Time Machine' }
  expect(changes(server)).toEqual([
    { call: SAVE, body: { ads: [ALICE, { ...time, subtitle: '', texts: ['A machine.', 'A time.'] }] } },
  ])
})

test('the first ad cannot move up, nor the last one down', async () => {
  await openAds()
  await press('Move Moby-Dick up')
  await press('Move Alice down')
  expect(titles()).toEqual(['Moby-Dick', 'Alice'])
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('the picture is shown beside its path, or a message if there is none', async () => {
  await openAds()
  const picture = () => screen.getAllByRole('listitem')[0]?.querySelector('img')
  expect(picture()?.getAttribute('src')).toBe('/img/ads/moby-dick.svg')
  fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
  await shown('No picture at this path')
  await fill('Picture', '/img/ads/alice.svg')
  expect(picture()?.getAttribute('src')).toBe('/img/ads/alice.svg')
  await fill('Picture', 'https://elsewhere.example.com/a.svg')
  expect(picture()).toBeNull()
})

test('an invalid field shows its message and gets the focus; correcting it removes the message', async () => {
  const server = await openAds()
  await fill('Link', 'http://www.example.com', 1)
  await press('Save ads')
  const link = await screen.findByRole('textbox', { name: 'Link', description: 'Link must be an https address' })
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(changes(server)).toEqual([])
  await fill('Link', 'https://www.example.com', 1)
  expect(screen.queryByText('Link must be an https address', { ignore: '#alert *' })).toBeNull()
})

test('a server message about a field is shown under it; any other is a toast', async () => {
  const errors = { 'ads.1.texts.0': ['too loud'], ads: ['too many'] }
  await openAds({ [SAVE]: { status: 422, body: { errors } } })
  await fill('Title', 'Alice in Wonderland', 1)
  await press('Save ads')
  const texts = await screen.findByRole('textbox', { description: 'One per line, 4 at most too loud' })
  await waitFor(() => expect(document.activeElement).toBe(texts))
  expect(await toast('too many')).toBe('error')
})

test('a failed save keeps the changes', async () => {
  await openAds({ [SAVE]: refused(500, 'Something went wrong on our side') })
  await fill('Title', 'The Whale')
  await press('Save ads')
  expect(await toast('Something went wrong on our side')).toBe('error')
  expect(field('Title').value).toBe('The Whale')
})

test('unsaved changes are marked and survive a visit to another screen; the browser asks before closing', async () => {
  await openAds()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  await fill('Title', 'The Whale')
  await shown('Unsaved changes')
  await userEvent.click(screen.getByRole('link', { name: 'Flags' }))
  await shown('There are no flags')
  expect(leave()).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Ads, Unsaved changes' }))
  await waitFor(() => expect(titles()).toEqual(['The Whale', 'Alice']))
  await press('Discard changes')
  expect(titles()).toEqual(['Moby-Dick', 'Alice'])
  expect(leave()).toBe(false)
})

test('leaving the screen while ads are being saved leaves no unsaved changes', async () => {
  await openAds({ [SAVE]: ok([WHALE]) })
  const stubbed = globalThis.fetch
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST' && url.endsWith('/ads')) await held
    return stubbed(url, init)
  })
  await press('Remove Alice')
  await press('Save ads')
  await userEvent.click(screen.getByRole('link', { name: 'Flags' }))
  await shown('There are no flags')
  expect(screen.getByRole('link', { name: 'Ads, Unsaved changes' })).toBeDefined()
  letThrough()
  expect(await toast('Ads saved')).toBe('success')
  expect(screen.getByRole('link', { name: 'Ads' })).toBeDefined()
})

test('an empty list can be saved and says that it is empty', async () => {
  const server = await openAds({ [SAVE]: ok([]) })
  await press('Remove Moby-Dick')
  await press('Remove Alice')
  await shown('There are no ads')
  Object.assign(server.answers, { [ADS]: ok([]) })
  await press('Save ads')
  expect(await toast('Ads saved')).toBe('success')
  expect(changes(server)).toEqual([{ call: SAVE, body: { ads: [] } }])
  expect(within(screen.getByRole('main')).getByText('There are no ads')).toBeDefined()
})
