import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../platform/query-client.ts'
import { addRoundTrip } from '../../../platform/server-clock.ts'
import { endSession } from '../../../platform/session.ts'
import { pass } from '../../../testing/render-screen.tsx'
import { callsTo, stubServer } from '../../../testing/stub-server.ts'
import { LiveRegions } from '../../../ui/feedback/announce.tsx'
import { useCurrentGame } from '../current-game.ts'
import { buildGame } from '../testing/build-game.ts'
import { buildStageGame, buildStageReveal, buildWatched } from '../testing/build-watched.ts'
import { WatchGame } from './watch-game.tsx'
import { useWatchedGame } from './watched-game.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  addRoundTrip(performance.now(), 0)
})
afterEach(() => {
  cleanup()
  act(() => endSession())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(watched: WatchedGame | null) {
  act(() => {
    useCurrentGame.setState({ game: null })
    useWatchedGame.setState({ watched })
  })
}

function Path() {
  return <i data-testid="path">{useLocation().pathname}</i>
}

function open(watched: WatchedGame | null, state?: object) {
  show(watched)
  render(
    <QueryClientProvider client={queryClient}>
      <LiveRegions />
      <MemoryRouter initialEntries={[{ pathname: '/app/private-game/watch', state }]}>
        <WatchGame />
        <Path />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const said = () => [...document.querySelectorAll('#say p')].map((line) => line.textContent)
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const path = () => screen.getByTestId('path').textContent
const rows = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem')
const opened = (changes: Parameters<typeof buildStageGame>[0] = {}) =>
  buildWatched({ game: buildStageGame({ phase_ends_at: 12_000, ...changes }) })

test('a question is a list of answers, and the only button is the one to leave', () => {
  open(opened())
  expect(heading()).toBe('What is q1?')
  const answers = within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('listitem')
  expect(answers.map(({ textContent }) => textContent)).toEqual(['A: q1 AA', 'B: q1 BB', 'C: q1 CC', 'D: q1 DD'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave'])
  expect(screen.getByRole('timer').textContent).toBe('12')
  expect(screen.getByText('1 of 2 have answered')).toBeDefined()
  expect(screen.getByText('You are watching')).toBeDefined()
})

test('watching is announced once, then the answers and the time left, but never the answer count', async () => {
  open(opened())
  expect(said()).toEqual([
    'You are watching. Your seat is kept for the next game.',
    'A: q1 A. B: q1 B. C: q1 C. D: q1 D',
  ])
  show(opened({ version: 2, question: { ...buildStageGame().question, answer_count: 2 } as never }))
  await pass(2_100)
  expect(said().slice(2)).toEqual(['10 seconds left'])
})

test('the reveal shows and announces the right answer without a verdict, and how the places change', async () => {
  open(opened())
  show(buildWatched({ game: buildStageReveal() }))
  expect(screen.getByText('The answer is B')).toBeDefined()
  expect(said().at(-1)).toBe('The answer is B, q1 B. All about it.')
  expect(document.body.textContent).not.toMatch(/correct|Sorry/)
  await pass(600)
  expect(rows('Ranking').map(({ textContent }) => textContent)).toEqual(['1Jonas1up600+600', '2Mira1down0+0'])
  expect(said().filter((line) => line?.startsWith('You are watching'))).toHaveLength(1)
})

test('with relaxed time the screen counts the usual 20 s, then waits without saying how long', () => {
  open(opened({ is_relaxed: true, phase_ends_at: 90_000, question: { ...relaxedQuestion() } }))
  expect(screen.getByRole('timer').textContent).toBe('20')
  expect(screen.getByText('Relaxed time')).toBeDefined()
  show(opened({ is_relaxed: true, phase_ends_at: -1, version: 2, question: { ...relaxedQuestion() } }))
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('Waiting for answers')).toBeDefined()
})

/** Waits for the screen's lazily loaded modules. */
const load = () => act(() => vi.dynamicImportSettled())

function relaxedQuestion() {
  const { question } = buildStageGame()
  if (!question) throw new Error('no question')
  return { ...question, answer_count: null }
}

test('the results are prefetched, and show the podium, the table and the seat in the next game', async () => {
  open(opened())
  await pass(2_000)
  await load()
  const players = buildStageReveal().players
  show(buildWatched({ status: 'finished', game: buildStageGame({ status: 'finished', players, version: 3 }) }))
  expect(heading()).toBe('Game results')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getAllByRole('row')).toHaveLength(3)
  expect(said().at(-1)).toBe('Jonas has won with 600 points. Mira is second.')
  expect(screen.getByText('Your seat is kept')).toBeDefined()
  expect(screen.getByText('The next game opens here')).toBeDefined()
})

test('a link to a finished game says that it is finished and what happens next', () => {
  open(buildWatched({ status: 'finished' }), { isFinished: true })
  expect(heading()).toBe('This game is finished')
  expect(within(screen.getByRole('main')).getByText('If Mira plays again, you are in.')).toBeDefined()
  expect(said()).toEqual(['If Mira plays again, you are in.'])
  expect(screen.getByText('Your seat is kept')).toBeDefined()
})

test('with watching off only the seat is shown, even once the game is over', () => {
  open(buildWatched({ is_watchable: false, game: null }))
  expect(heading()).toBe("Mira's game is under way")
  expect(within(screen.getByRole('main')).getByText('Your seat is kept.')).toBeDefined()
  show(buildWatched({ is_watchable: false, game: null, status: 'finished' }))
  expect(heading()).toBe('This game is finished')
})

test('leaving gives up the seat and leads to the dashboard', async () => {
  const server = stubServer({ '/game/watch/leave': () => ({ data: {} }) })
  open(opened())
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await pass(100)
  expect(callsTo(server, '/game/watch/leave')).toHaveLength(1)
  expect(path()).toBe('/app/dashboard')
})

test('leaving leads to the dashboard even if the seat is gone before the call has returned', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  open(opened())
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await pass(100)
  show(null)
  expect(path()).toBe('/app/dashboard')
})

test('a game that is closed without a next one says so and links to the dashboard', () => {
  open(opened())
  show(null)
  expect(heading()).toBe('The game was closed')
  expect(screen.getByText('Ask Mira for a new invitation.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/app/dashboard')
})

test('without a seat the screen leads to the dashboard, but only once that is known', () => {
  act(() => useCurrentGame.setState({ game: null }))
  open(undefined as unknown as null)
  expect(document.querySelector('[data-loading]')).not.toBeNull()
  show(null)
  expect(path()).toBe('/app/dashboard')
})

test('the next game is announced, and the results stay until its lobby appears', async () => {
  open(buildWatched({ status: 'finished' }))
  await load()
  act(() => {
    useCurrentGame.setState({ game: buildGame({ status: 'pending' }) })
    useWatchedGame.setState({ watched: null })
  })
  expect(heading()).toBe('Game results')
  expect(said().at(-1)).toBe('The next game is open')
})
