import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { storedJourney, usePracticeState, useShownTopics, useTopicChoice } from './practice-stores.ts'
import { PracticeSettings } from './practice-settings.tsx'
import { buildQuestion, buildTopic } from '../questions/testing/build-question.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, SERVER_ERROR, stubServer } from '../../testing/stub-server.ts'

const rivers = buildTopic('Rivers')
const jazz = buildTopic('Jazz')
const chess = buildTopic('Chess')
const cheese = buildTopic('Cheese')
const honey = buildTopic('Honey')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openSettings() {
  return renderScreen(<PracticeSettings />)
}

async function openWith(topics = [rivers, jazz]) {
  const server = stubServer({
    '/topic/random_list': () => ({ data: topics }),
    '/topic/list': () => ({ data: [chess] }),
    '/topic/groups': () => ({
      data: [
        { name: 'Food', topics: [cheese, honey] },
        { name: 'Places', topics: [rivers] },
      ],
    }),
  })
  const view = openSettings()
  await pass(1010)
  return { ...view, server }
}

const chip = (name: string) => screen.getByRole('button', { name })
const chipNames = () =>
  within(screen.getByRole('group', { name: /^(?:Topics|Food|Places)$/ }))
    .getAllByRole('button')
    .map((button) => button.textContent)
const proceedButton = () => screen.getByRole('button', { name: /journey/ })
const isProceedShown = () => proceedButton().closest('[data-shown]')?.getAttribute('data-shown') === 'true'
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const typeSearch = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

test('topics show skeletons for at least 1000 ms', async () => {
  const server = stubServer({ '/topic/random_list': () => ({ data: [rivers, jazz] }) })
  const { container } = openSettings()
  await pass(999)
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
  expect(screen.queryByText('Rivers')).toBeNull()
  await pass(20)
  expect(chipNames()).toEqual(['Rivers', 'Jazz'])
  expect(callsTo(server, '/topic/random_list').map(({ search }) => search.get('count'))).toEqual(['50'])
})

test('the start button is hidden until a topic is chosen, then shows the count', async () => {
  await openWith()
  expect(isProceedShown()).toBe(false)
  press('Rivers')
  expect(isProceedShown()).toBe(true)
  press('Jazz')
  expect(proceedButton().textContent).toBe('Start journey 2')
  press('Rivers')
  press('Jazz')
  expect(isProceedShown()).toBe(false)
})

test('all topics hide chips, search and more topics, and show no limit', async () => {
  await openWith()
  fireEvent.click(screen.getByRole('switch', { name: 'All topics' }))
  expect(isProceedShown()).toBe(true)
  expect(proceedButton().textContent).toBe('Start journey Without any limits')
  expect(screen.queryByText('Rivers')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Search topics' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Load more topics' })).toBeNull()
  expect(useTopicChoice.getState().all).toBe(true)
})

test('chosen topics come first on opening, even those that the server did not return', async () => {
  useTopicChoice.setState({ topics: [cheese, jazz], all: false })
  await openWith()
  expect(chipNames()).toEqual(['Cheese', 'Jazz', 'Rivers'])
})

test('choosing a topic does not reorder the topics', async () => {
  await openWith([rivers, jazz, chess])
  press('Chess')
  expect(chipNames()).toEqual(['Rivers', 'Jazz', 'Chess'])
})

test('topics that were shown earlier are shown at once, without a call', async () => {
  useShownTopics.setState({ topics: [chess, cheese] })
  const server = stubServer({})
  openSettings()
  expect(chipNames()).toEqual(['Chess', 'Cheese'])
  await pass(5000)
  expect(callsTo(server, '/topic/random_list')).toEqual([])
})

test('more topics are appended, without those already shown', async () => {
  await openWith()
  const server = stubServer({ '/topic/random_list': () => ({ data: [jazz, chess, rivers] }) })
  press('Load more topics')
  await pass(999)
  expect(chipNames()).toEqual(['Rivers', 'Jazz'])
  await pass(20)
  expect(chipNames()).toEqual(['Rivers', 'Jazz', 'Chess'])
  expect(callsTo(server, '/topic/random_list')).toHaveLength(1)
})

test('a double press loads once, and more can be loaded afterwards', async () => {
  await openWith()
  const server = stubServer({ '/topic/random_list': () => ({ data: [chess] }) })
  press('Load more topics')
  press('Load more topics')
  await pass(1020)
  expect(chipNames()).toEqual(['Rivers', 'Jazz', 'Chess'])
  expect(callsTo(server, '/topic/random_list')).toHaveLength(1)
  expect(chip('Load more topics')).toBeDefined()
})

test('a load that adds no topics hides the button until Reset', async () => {
  await openWith()
  press('Load more topics')
  await pass(1010)
  expect(screen.queryByRole('button', { name: 'Load more topics' })).toBeNull()
  press('Reset')
  expect(chip('Load more topics')).toBeDefined()
})

test('Reset clears All, the choice and the search, and keeps the topics', async () => {
  await openWith()
  press('Rivers')
  press('Search topics')
  typeSearch('chess')
  press('Reset')
  expect(useTopicChoice.getState()).toEqual({ topics: [], all: false })
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(chipNames()).toEqual(['Rivers', 'Jazz'])
})

test('a search starts at 3 characters, 300 ms after the last one, and keeps choice and count', async () => {
  const { server } = await openWith()
  press('Rivers')
  press('Search topics')
  typeSearch('ch')
  await pass(2000)
  expect(callsTo(server, '/topic/list')).toEqual([])
  expect(chipNames()).toEqual(['Rivers', 'Jazz'])
  typeSearch('che')
  await pass(200)
  typeSearch('chess')
  await pass(299)
  expect(callsTo(server, '/topic/list')).toEqual([])
  await pass(20)
  expect(callsTo(server, '/topic/list').map(({ search }) => search.get('search'))).toEqual(['chess'])
  await pass(1010)
  expect(chipNames()).toEqual(['Chess'])
  expect(proceedButton().textContent).toBe('Start journey 1')
})

test('a topic that was found and chosen stays visible when the search is closed', async () => {
  await openWith()
  press('Search topics')
  typeSearch('chess')
  await pass(1320)
  press('Chess')
  press('Close search')
  expect(chipNames()).toEqual(['Rivers', 'Jazz', 'Chess'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search topics')
})

test('a topic that a search does not find can be suggested once', async () => {
  await openWith()
  let isNew = true
  const server = stubServer({
    '/topic/list': () => ({ data: [] }),
    '/topic/suggest': () => ({ data: { is_new: isNew } }),
  })
  press('Search topics')
  typeSearch(' falconry ')
  await pass(1320)
  expect(screen.getByText('No topics found')).toBeDefined()
  expect(screen.getByText('Nothing matches “falconry”. You can suggest it as a new topic.')).toBeDefined()
  press('Suggest this topic')
  press('Suggest this topic')
  await pass(50)
  expect(callsTo(server, '/topic/suggest').map(({ body }) => body)).toEqual([{ text: 'falconry' }])
  expect(screen.queryByRole('button', { name: 'Suggest this topic' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Thank you. It is on our list.')
  isNew = false
  typeSearch('Falconry')
  await pass(1320)
  press('Suggest this topic')
  await pass(50)
  expect(screen.getByText('It is already on our list.')).toBeDefined()
})

test('a search without letters or digits offers no suggestion', async () => {
  await openWith()
  stubServer({ '/topic/list': () => ({ data: [] }) })
  press('Search topics')
  typeSearch('???')
  await pass(1320)
  expect(screen.getByText('No topics found')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Suggest this topic' })).toBeNull()
})

test('a new journey starts with the chosen topics and drops the old list', async () => {
  const { path } = await openWith()
  storedJourney.save({ questions: [buildQuestion('q1')], index: 0 })
  usePracticeState.setState({ topics: [jazz.id] })
  press('Rivers')
  fireEvent.click(proceedButton())
  expect(path()).toBe('/app/practice/play')
  expect(usePracticeState.getState().topics).toEqual([rivers.id])
  expect(storedJourney.load()).toBeNull()
})

test('a stored journey continues if it has exactly the chosen topics', async () => {
  const place = { questions: [buildQuestion('q1'), buildQuestion('q2')], index: 1 }
  storedJourney.save(place)
  usePracticeState.setState({ topics: [rivers.id] })
  const { path } = await openWith()
  press('Rivers')
  expect(proceedButton().textContent).toBe('Continue journey 1')
  press('Jazz')
  expect(proceedButton().textContent).toBe('Start journey 2')
  press('Jazz')
  fireEvent.click(proceedButton())
  expect(path()).toBe('/app/practice/play')
  expect(storedJourney.load()).toEqual(place)
})

test('a failed fetch of topics is retried three times, then the user can try again', async () => {
  const server = stubServer({ '/topic/random_list': () => SERVER_ERROR })
  openSettings()
  await pass(4 * 1000 + 1000 + 2000 + 4000 + 100)
  expect(callsTo(server, '/topic/random_list')).toHaveLength(4)
  stubServer({ '/topic/random_list': () => ({ data: [rivers] }) })
  press('Try again')
  await pass(1010)
  expect(chipNames()).toEqual(['Rivers'])
})

test('the number of chosen topics is announced', async () => {
  await openWith()
  press('Rivers')
  expect(document.getElementById('say')?.textContent).toContain('1 topic selected')
})

test('a group shows only its topics, and the mixed list then includes those that were chosen', async () => {
  await openWith()
  press('Food')
  expect(chipNames()).toEqual(['All of Food2', 'Cheese', 'Honey'])
  expect(chip('Food').getAttribute('aria-current')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Load more topics' })).toBeNull()
  expect(document.getElementById('say')?.textContent).toContain('2 topics')
  press('Honey')
  expect(chip('Food, 1 chosen')).toBeDefined()
  press('Mixed')
  expect(chipNames()).toEqual(['Rivers', 'Jazz', 'Honey'])
})

test("a group's own chip chooses all its topics, then none", async () => {
  await openWith()
  press('Rivers')
  press('Food')
  press('All of Food, 2 topics')
  expect(useTopicChoice.getState().topics.map(({ text }) => text)).toEqual(['Rivers', 'Cheese', 'Honey'])
  expect(proceedButton().textContent).toBe('Start journey 3')
  press('All of Food, 2 topics')
  expect(useTopicChoice.getState().topics).toEqual([rivers])
  press('Cheese')
  press('All of Food, 2 topics')
  expect(useTopicChoice.getState().topics.map(({ text }) => text)).toEqual(['Rivers', 'Cheese', 'Honey'])
})

test('a search covers all topics, and closing it returns to the group', async () => {
  await openWith()
  press('Food')
  press('Search topics')
  typeSearch('chess')
  await pass(1_400)
  expect(chipNames()).toEqual(['Chess'])
  expect(chip('Food').getAttribute('aria-current')).toBe('false')
  press('Close search')
  expect(chipNames()).toEqual(['All of Food2', 'Cheese', 'Honey'])
})

test('the picker works without groups', async () => {
  stubServer({ '/topic/random_list': () => ({ data: [rivers] }), '/topic/groups': () => SERVER_ERROR })
  openSettings()
  await pass(12_000)
  expect(screen.queryByRole('group', { name: 'Groups' })).toBeNull()
  expect(chipNames()).toEqual(['Rivers'])
})
