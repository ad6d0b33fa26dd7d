import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Navigate, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type StubAnswer, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { useCurrentGame } from './current-game.ts'
import { GameLobby } from './lobby.tsx'
import { StageLink } from './stage-link.tsx'
import { buildGame, GUEST_ID, HOST_ID } from './testing/build-game.ts'

vi.mock('../../platform/realtime/realtime.ts', () => ({ followTopic: () => () => {}, openRealtime: () => () => {} }))

let server: StubbedServer
let answer: () => StubAnswer

// This is lazily loaded, which takes real time.
beforeAll(() => import('./stage-sheet.tsx'))
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
  answer = () => ({ data: null })
  const answered = () => answer()
  server = stubServer({
    '/topic/groups': () => ({ data: [] }),
    '/game/stage': answered,
    '/game/stage/update': answered,
    '/game/stage/stop': answered,
    '/game/lock': answered,
  })
})
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const withStage = (version: number, is_id_shown = true): Game => buildGame({ version, stage: { is_id_shown } })
const bodies = (path: string) => callsTo(server, path).map(({ body }) => body)
const button = (name: string) => screen.queryByRole('button', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function openLobby(game: Game, userId = HOST_ID) {
  act(() => useCurrentGame.setState({ userId, game, leftId: null }))
  return renderScreen(<GameLobby />)
}

async function openSheet(game: Game) {
  openLobby(game)
  press(game.stage ? 'Big screen connected' : 'Show on a big screen')
  await pass(50)
}

function type(letters: string) {
  for (const [index, letter] of Array.from(letters).entries())
    fireEvent.change(screen.getAllByRole('textbox')[index] as Element, { target: { value: letter } })
}

test('the fourth letter shows the game on the big screen', async () => {
  answer = () => ({ data: withStage(2) })
  await openSheet(buildGame())
  type('hkrv')
  await pass(50)
  expect(bodies('/game/stage')).toEqual([{ letters: 'HKRV' }])
  expect(screen.getByText('Connected', { selector: 'b' })).toBeDefined()
  expect(screen.getByRole('switch', { name: 'Show how to join' }).getAttribute('aria-checked')).toBe('true')
})

test('letters that no screen shows are refused, and the boxes are emptied', async () => {
  answer = () => ({ status: 422, body: { errors: { letters: ['No screen shows these letters'] } } })
  await openSheet(buildGame())
  type('zzzz')
  await pass(50)
  expect(screen.getByRole('alert').textContent).toBe('No screen shows these letters')
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['', '', '', ''])
})

test('the host hides how to join, and stops showing', async () => {
  answer = () => ({ data: withStage(3, false) })
  await openSheet(withStage(2))
  fireEvent.click(screen.getByRole('switch', { name: 'Show how to join' }))
  await pass(50)
  expect(bodies('/game/stage/update')).toEqual([{ is_id_shown: false }])
  expect(screen.getByRole('switch', { name: 'Show how to join' }).getAttribute('aria-checked')).toBe('false')
  answer = () => ({ data: buildGame({ version: 4 }) })
  press('Stop showing')
  await pass(400)
  expect(bodies('/game/stage/stop')).toHaveLength(1)
  expect(button('Show on a big screen')).not.toBeNull()
})

test('a second screen can be connected while the first one shows the game', async () => {
  answer = () => ({ data: withStage(3) })
  await openSheet(withStage(2))
  press('Show on another screen')
  await pass(50)
  type('bcdf')
  await pass(50)
  expect(bodies('/game/stage')).toEqual([{ letters: 'BCDF' }])
  expect(screen.getByText('Connected', { selector: 'b' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  press('Show on another screen')
  press('Not now')
  expect(button('Stop showing')).not.toBeNull()
})

test('wrong letters for a second screen leave the first one connected', async () => {
  answer = () => ({ status: 422, body: { errors: { letters: ['No screen shows these letters'] } } })
  await openSheet(withStage(2))
  press('Show on another screen')
  type('zzzz')
  await pass(50)
  expect(screen.getByRole('alert').textContent).toBe('No screen shows these letters')
  press('Not now')
  expect(screen.getByText('Connected', { selector: 'b' })).toBeDefined()
})

test('the host locks the lobby, which then has no code and no link', async () => {
  answer = () => ({ data: buildGame({ version: 2, is_locked: true }) })
  openLobby(buildGame())
  press('Lock')
  await pass(50)
  expect(bodies('/game/lock')).toEqual([{ is_locked: true }])
  expect(screen.getByText('Locked: nobody else can join')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Copy$/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Locked' }).getAttribute('aria-pressed')).toBe('true')
})

test('a guest can neither show the game on a big screen nor lock the lobby', () => {
  openLobby(buildGame(), GUEST_ID)
  expect(button('Lock')).toBeNull()
  expect(button('Show on a big screen')).toBeNull()
})

function followLink(game: Game | null, userId = HOST_ID) {
  act(() => useCurrentGame.setState({ userId, game, leftId: null }))
  return renderScreen(
    <Routes>
      <Route path="/app/private-game/stage/:letters" element={<StageLink />} />
      <Route path="/here" element={<Navigate to="/app/private-game/stage/hkrv" replace />} />
      <Route path="*" element={null} />
    </Routes>,
  )
}

test('the link in the QR code of a big screen asks before it shows the game', async () => {
  answer = () => ({ data: withStage(2) })
  const { path } = followLink(buildGame())
  await pass(50)
  expect(screen.getByText('The screen must show the letters H K R V.')).toBeDefined()
  expect(bodies('/game/stage')).toEqual([])
  press('Show game')
  await pass(50)
  expect(bodies('/game/stage')).toEqual([{ letters: 'hkrv' }])
  expect(path()).toBe('/app/private-game/lobby')
})

test.each([
  ['nobody in a game', null, HOST_ID],
  ['a guest', buildGame(), GUEST_ID],
])('the link in the QR code of a big screen tells %s to open a lobby', (_who, game, userId) => {
  followLink(game, userId)
  expect(screen.getByRole('heading', { name: 'Open a lobby first' })).toBeDefined()
  expect(button('Show game')).toBeNull()
})
