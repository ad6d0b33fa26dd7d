import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentGame } from './current-game.ts'
import { buildGame, buildPlayer, GUEST_ID, HOST_ID } from './testing/build-game.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { endSession } from '../../platform/session.ts'
import { GameResults } from './results.tsx'

const [mira, jonas] = [buildPlayer('Mira'), buildPlayer('Jonas')]
const FINISHED = buildGame({ status: 'finished', players: [jonas, mira] })
const played = { ...FINISHED, state: { ...FINISHED.state, points: { [jonas.id]: 8420, [mira.id]: 990 } } }
let server: StubbedServer

beforeEach(() => {
  vi.useFakeTimers()
  server = stubServer({
    '/game/leave': () => ({ data: {} }),
    '/game/rematch': () => ({ data: buildGame({ id: '11111111' as Game['id'] }) }),
    '/game/update': () => ({ data: { ...played, status: 'archived', version: 9 } }),
  })
})
afterEach(() => {
  cleanup()
  act(() => endSession())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openResults(game: Game, userId = HOST_ID) {
  act(() => useCurrentGame.setState({ userId, game, leftId: null }))
  renderScreen(<GameResults />)
}
const table = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
const present = () => useCurrentGame.getState().game

test("the results are a table in the server's order with the user's own row marked", () => {
  openResults(played)
  expect(screen.getByRole('heading', { level: 1, name: 'Game results' })).toBeDefined()
  expect(table()).toEqual(['#PlayerPoints', '1Jonas8,420', '2Mira990'])
  expect(document.querySelector('tr[aria-current]')?.textContent).toContain('Mira')
})

test('the host plays again with the same players in a new lobby', async () => {
  openResults(played)
  fireEvent.click(screen.getByRole('button', { name: 'Play again' }))
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }))
  await pass(50)
  expect(callsTo(server, '/game/rematch')).toHaveLength(1)
  expect(callsTo(server, '/game/update')).toEqual([])
  expect(present()?.id).toBe('11111111')
  expect(table(), 'until the lobby comes').toContain('1Jonas8,420')
})

test('the host archives the results', async () => {
  openResults(played)
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }))
  await pass(50)
  expect(callsTo(server, '/game/update').map(({ body }) => body)).toEqual([{ status: 'archived' }])
  expect(present()).toBeNull()
})

test('the others wait for the host, or close the results without waiting', async () => {
  openResults(played, GUEST_ID)
  expect(screen.getByText('Waiting for admin to archive the game')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close results' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close results' }))
  await pass(50)
  expect(callsTo(server, '/game/leave')).toHaveLength(1)
  expect(present()).toBeNull()
})

test('a game with only one player left counts as abandoned', () => {
  openResults({ ...played, players: [mira] })
  expect(screen.getByText('This game was abandoned')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Play again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Archive' })).toBeDefined()
})

test('while the game is running, its results have a link to the lobby', () => {
  openResults({ ...played, status: 'running' })
  expect(screen.getByRole('link', { name: 'Go to lobby' }).getAttribute('href')).toBe('/app/private-game/lobby')
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
})

test('the podium is announced once, in sentences; the first game of an evening shows no wins', () => {
  openResults(played)
  expect(document.getElementById('say')?.textContent).toBe('Jonas has won with 8,420 points. Mira is second.')
  expect(screen.queryByText(/Tonight/)).toBeNull()
})

test('up to four winners of the evening are listed, most wins first; players off the podium hear their place', () => {
  const names = ['Anna', 'Ben', 'Cleo', 'Dora', 'Mira', 'Emil']
  const players = names.map(buildPlayer)
  const ids = players.map(({ id }) => id)
  const wins = Object.fromEntries([1, 3, 1, 1, 1, 0].map((count, index) => [ids[index], count]).filter(([, n]) => n))
  const game = buildGame({ status: 'finished', players, evening: { wins, players: ids } })
  openResults(game)
  const tonight = 'Tonight: Ben 3, Anna 1, Cleo 1, Dora 1'
  expect(screen.getByText(tonight)).toBeDefined()
  expect(document.getElementById('say')?.textContent).toBe(
    `Anna has won with 0 points. Ben is second, Cleo third. ${tonight}. You are 5th of 6, 0 points.`,
  )
})
