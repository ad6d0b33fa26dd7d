import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StrictMode } from 'react'
import { useCurrentGame } from './current-game.ts'
import { buildGame, GUEST_ID } from './testing/build-game.ts'
import { buildWatched } from './testing/build-watched.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type StubAnswer, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { endSession } from '../../platform/session.ts'
import { recordServerAnswer } from '../../platform/connection.ts'
import { storage } from '../../platform/storage.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { JoinGame } from './join-game.tsx'
import { JoinGameByLink } from './join-by-link.tsx'
import { useWatchedGame } from './watch/watched-game.ts'

const OTHER_ID = '11111111' as Game['id']

let server: StubbedServer

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => {
    recordServerAnswer(true)
    endSession()
  })
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refusal = (status: number, code: string, error: string): StubAnswer => ({ status, body: { error, code } })
const toasts = () => useToasts.getState().toasts.map(({ type, title, message }) => [type, title, message])

async function followLink(answer: StubAnswer, watching?: StubAnswer) {
  storage.set('joinGameId', '48213907')
  server = stubServer({ '/join': () => answer, ...(watching && { '/game/watch': () => watching }) })
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/app/private-game/join/48213907']}>
        <Routes>
          <Route path="/app/private-game/join/:gameId" element={<JoinGameByLink />} />
          <Route path="*" element={null} />
        </Routes>
        <Path />
      </MemoryRouter>
    </StrictMode>,
  )
  await pass(50)
  return screen.getByTestId('path').textContent
}

function Path() {
  return <i data-testid="path">{useLocation().pathname}</i>
}

test('a link joins its game once and leads to the lobby without a message', async () => {
  expect(await followLink({ data: buildGame() })).toBe('/app/private-game/lobby')
  expect(server.calls.map(({ path }) => path)).toEqual(['/services/gameplay/api/game/48213907/join'])
  expect(useCurrentGame.getState().game?.id).toBe('48213907')
  expect(storage.get('joinGameId')).toBeNull()
  expect(toasts()).toEqual([])
})

test('a player who is in another game is warned and led to its lobby', async () => {
  const answer = refusal(409, 'already_in_game', 'Leave the current game to join another one')
  expect(await followLink(answer)).toBe('/app/private-game/lobby')
  expect(toasts()).toEqual([['warning', 'Already in the game', 'Leave the current game to join another one']])
  expect(storage.get('joinGameId')).toBeNull()
})

const STARTED = refusal(409, 'game_started', 'Game has already started')
const NOT_FOUND = refusal(404, 'game_not_found', 'Game not found')

test('a link to a game that has started leads to watching it, without a message', async () => {
  expect(await followLink(STARTED, { data: buildWatched() })).toBe('/app/private-game/watch')
  expect(callsTo(server, '/game/watch').map(({ body }) => body)).toEqual([{ id: '48213907' }])
  expect(useWatchedGame.getState().watched?.id).toBe('48213907')
  expect(storage.get('joinGameId')).toBeNull()
  expect(toasts()).toEqual([])
})

test('a link to a finished game, which cannot be joined, leads to the seat in the next one', async () => {
  const watched = buildWatched({ status: 'finished' })
  expect(await followLink(NOT_FOUND, { data: watched })).toBe('/app/private-game/watch')
  expect(toasts()).toEqual([])
})

test('a user who is still in a finished game leaves it for the seat, without a message', async () => {
  act(() => useCurrentGame.setState({ userId: GUEST_ID, game: buildGame({ id: OTHER_ID, status: 'finished' }) }))
  expect(await followLink(STARTED, { data: buildWatched() })).toBe('/app/private-game/watch')
  expect(useCurrentGame.getState()).toMatchObject({ game: null, leftId: OTHER_ID })
})

test('a player of another game is warned and redirected to its lobby', async () => {
  expect(await followLink(NOT_FOUND, refusal(409, 'game_exists', 'You are already in a game'))).toBe(
    '/app/private-game/lobby',
  )
  expect(toasts()).toEqual([['warning', 'Already in the game', 'Leave the current game to join another one']])
})

test('a game without a free seat shows a message', async () => {
  expect(await followLink(STARTED, refusal(409, 'game_full', 'Game is full'))).toBe('/app/dashboard')
  expect(toasts()).toEqual([['error', 'Join game error', 'Game is full']])
})

test.each([
  [404, 'game_not_found', 'Game not found'],
  [409, 'game_started', 'Game has already started'],
  [409, 'game_full', 'Game is full'],
  [500, 'internal_error', 'Something went wrong on our side'],
])('a refused link (%s %s) shows the reason and leads to the dashboard', async (status, code, sentence) => {
  expect(await followLink(refusal(status, code, sentence))).toBe('/app/dashboard')
  expect(toasts()).toEqual([['error', 'Join game error', sentence]])
  expect(storage.get('joinGameId')).toBeNull()
})

test('the invitation is kept while the server is unreachable', async () => {
  expect(await followLink('no answer')).toBe('/app/dashboard')
  expect(useToasts.getState().toasts).toMatchObject([{ type: 'error', title: 'Join game error' }])
  expect(storage.get('joinGameId')).toBe('48213907')
})

test('a session that has ended keeps the invitation, and this screen does not navigate', async () => {
  expect(await followLink(refusal(401, 'unauthorized', 'Please sign in'))).toBe('/app/private-game/join/48213907')
  expect(toasts()).toEqual([])
  expect(storage.get('joinGameId')).toBe('48213907')
})

async function enter(text: string, answer: StubAnswer = { data: buildGame() }) {
  server = stubServer({ '/join': () => answer })
  const view = renderScreen(<JoinGame />)
  fireEvent.change(screen.getByLabelText('Game id'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await pass(100)
  return view
}
const fieldError = () => {
  const field = screen.getByLabelText('Game id')
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
}

test('the id of a game leads to its lobby', async () => {
  const view = await enter(' 48213907 ')
  expect(server.calls.map(({ path }) => path)).toEqual(['/services/gameplay/api/game/48213907/join'])
  expect(view.path()).toBe('/app/private-game/lobby')
})

test('a game that has started can be watched instead, until another id is typed', async () => {
  await enter('48213907', STARTED)
  const watch = screen.getByRole('link', { name: 'Watch this game' })
  expect(watch.getAttribute('href')).toBe('/app/private-game/join/48213907')
  fireEvent.change(screen.getByLabelText('Game id'), { target: { value: '48213908' } })
  await pass(100)
  expect(screen.queryByRole('link', { name: 'Watch this game' })).toBeNull()
})

test.each([
  ['', 'Game id is a required field'],
  ['48O13', 'Only numbers are allowed'],
])('"%s" is not an id: %s', async (text, message) => {
  await enter(text)
  expect(callsTo(server, '/join')).toEqual([])
  expect(fieldError()).toBe(message)
})

test.each([
  [refusal(404, 'game_not_found', 'Game not found'), 'Game not found'],
  [
    refusal(409, 'already_in_game', 'Leave the current game to join another one'),
    'Leave the current game to join another one',
  ],
  [STARTED, 'Game has already started'],
  [refusal(429, 'rate_limited', 'Too many attempts'), 'Too many attempts'],
])('the reason of a refusal is shown under the field', async (answer, message) => {
  const view = await enter('123', answer)
  expect(fieldError()).toBe(message)
  expect(view.path()).toBe('/here')
  expect(toasts()).toEqual([])
})

test('a server error is not shown as a mistake in the id', async () => {
  await enter('48213907', refusal(500, 'internal_error', 'Something went wrong on our side'))
  expect(fieldError()).toBe('')
  expect(toasts()).toEqual([['error', 'Something went wrong', 'Something went wrong on our side']])
})
