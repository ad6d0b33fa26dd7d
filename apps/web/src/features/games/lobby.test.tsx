import type { Game } from '@quizmaster/contract/http/games'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addRoundTrip, serverNowMs } from '../../platform/server-clock.ts'
import { useCurrentGame } from './current-game.ts'
import { buildGame, buildOpenQuestion, buildPlayer, GUEST_ID, HOST_ID } from './testing/build-game.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { loadSiteConfig, resetSiteConfig } from '../../platform/site-config.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { Modals } from '../../routes/modals.tsx'
import { CurrentGameEffects } from './current-game-effects.ts'
import { GameLobby } from './lobby.tsx'

vi.mock('../../platform/realtime/realtime.ts', () => ({ followTopic: () => () => {}, openRealtime: () => () => {} }))

let server: StubbedServer
const games: Game[] = []

// These are lazily loaded, which takes real time.
beforeAll(() =>
  Promise.all([
    import('./countdown.tsx'),
    import('./game-sheets.tsx'),
    import('./localhost-note.tsx'),
    import('./remove-player-sheet.tsx'),
    import('../../ui/graphics/qr-code.tsx'),
  ]),
)
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
  addRoundTrip(performance.now(), 1_800_000_000_000)
  games.length = 0
  server = stubServer({
    '/topic/groups': () => ({ data: [{ name: 'Places', topics: [{ id: 't1', text: 'Rivers' }] }] }),
    '/game/update': () => ({ data: games.shift() ?? null }),
    '/game/remove_player': () => ({ data: games.shift() ?? null }),
    '/game/leave': () => ({ data: {} }),
  })
})
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  resetSiteConfig()
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (game: Game | null, userId = HOST_ID) => act(() => useCurrentGame.setState({ userId, game, leftId: null }))

function openLobby(game: Game, userId = HOST_ID) {
  show(game, userId)
  return renderScreen(
    <>
      <CurrentGameEffects userId={userId} />
      <GameLobby />
      <Modals />
    </>,
  )
}
const inSheet = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })
const button = (name: string) => screen.queryByRole('button', { name })
const updates = () => callsTo(server, '/game/update').map(({ body }) => body)

/** Has the server name the address where other devices can open the site. */
async function serveAt(publicUrl: string | null) {
  stubServer({ '/config.json': () => ({ status: 200, body: { public_url: publicUrl } }) })
  await act(loadSiteConfig)
}

test('a lobby shows its invitation, players and topics', async () => {
  openLobby(buildGame())
  expect(screen.getByText('48213907')).toBeDefined()
  expect(screen.getByText('Jonas')).toBeDefined()
  await pass(1_050)
  expect(screen.getByText('Rivers')).toBeDefined()
  expect(screen.getByText('10 questions')).toBeDefined()
})

test('on localhost the QR code and the link contain the address that the server names', async () => {
  openLobby(buildGame())
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
  await serveAt('http://192.168.1.20:4000')
  await pass(50)
  expect(screen.getByRole('img', { name: 'QR code to join game 48213907' })).toBeDefined()
  expect(button('http://192.168.1.20:4000/app/private-game/join/48213907 Copy')).not.toBeNull()
})

test('the QR code is not shown until the lobby is visible', async () => {
  show(buildGame())
  const { rerender } = renderScreen(<GameLobby isCovered />)
  await serveAt('http://192.168.1.20:4000')
  await pass(50)
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
  rerender(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <GameLobby isCovered={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await pass(50)
  expect(screen.getByRole('img', { name: /^QR code/ })).toBeDefined()
})

test.each([null, 'http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
  'on localhost with the public address %s a note stands in place of the QR code',
  async (publicUrl) => {
    openLobby(buildGame())
    await serveAt(publicUrl)
    expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
    expect(screen.getByText(/^Friends on other devices cannot open/).textContent).toBe(
      'Friends on other devices cannot open localhost. Start with HOST=0.0.0.0 and the QR code appears here.',
    )
    expect(screen.getByText('How to set it up')).toBeDefined()
    expect(button('http://localhost:3000/app/private-game/join/48213907 Copy')).not.toBeNull()
  },
)

test('the host can change the settings and archive the game; the others can leave', () => {
  openLobby(buildGame())
  expect(screen.getByRole('link', { name: 'Game settings' }).getAttribute('href')).toBe('/app/private-game/settings')
  expect(button('Archive game')).not.toBeNull()
  expect(button('Leave game')).toBeNull()
  cleanup()
  openLobby(buildGame(), GUEST_ID)
  expect(screen.queryByRole('link', { name: 'Game settings' })).toBeNull()
  expect(button('Archive game')).toBeNull()
  expect(button('Leave game')).not.toBeNull()
})

test('the host can remove a player, after a confirmation', async () => {
  const left = buildGame({ players: [buildPlayer('Mira')], version: 2 })
  openLobby(buildGame())
  expect(button('Remove Mira')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove Jonas' }))
  await pass(50)
  expect(screen.getByRole('dialog', { name: 'Remove Jonas?' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Keep player' }))
  await pass(50)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsTo(server, '/game/remove_player')).toEqual([])
  games.push(left)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Jonas' }))
  await pass(50)
  fireEvent.click(screen.getByRole('button', { name: 'Remove player' }))
  await pass(50)
  expect(callsTo(server, '/game/remove_player').map(({ body }) => body)).toEqual([{ user_id: GUEST_ID }])
  expect(screen.queryByText('Jonas')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the confirmation closes when the player leaves, and only the host can open it', async () => {
  openLobby(buildGame())
  fireEvent.click(screen.getByRole('button', { name: 'Remove Jonas' }))
  await pass(50)
  show(buildGame({ players: [buildPlayer('Mira')], version: 2 }))
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  openLobby(buildGame(), GUEST_ID)
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a lone player is told that two are needed, and a player who joins is announced', () => {
  openLobby(buildGame({ players: [buildPlayer('Mira')] }))
  expect(screen.getByText('At least 2 players are needed')).toBeDefined()
  show(buildGame({ version: 2 }))
  expect(screen.queryByText('At least 2 players are needed')).toBeNull()
  expect(document.getElementById('say')?.textContent).toContain('Jonas joined, 2 players')
})

test('without topics the host has a link to choose some', () => {
  openLobby(buildGame({ settings: { topics: [], question_count: 10 } }))
  expect(screen.getByRole('link', { name: 'Choose topics' })).toBeDefined()
  cleanup()
  openLobby(buildGame({ settings: { topics: [], question_count: 10 } }), GUEST_ID)
  expect(screen.queryByRole('link', { name: 'Choose topics' })).toBeNull()
})

test('a press on the link copies it, which is confirmed for two seconds', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { clipboard: { writeText } }))
  openLobby(buildGame())
  fireEvent.click(screen.getByRole('button', { name: /Copy/ }))
  await pass(50)
  expect(writeText).toHaveBeenCalledWith('http://localhost:3000/app/private-game/join/48213907')
  expect(screen.getByRole('button', { name: /copied/ })).toBeDefined()
  await pass(1_900)
  expect(screen.getByRole('button', { name: /copied/ })).toBeDefined()
  await pass(150)
  expect(screen.getByRole('button', { name: /Copy/ })).toBeDefined()
})

test('the link is copied without the clipboard API too', async () => {
  const copied: string[] = []
  document.execCommand = () => copied.push((document.activeElement as HTMLTextAreaElement).value) > 0
  openLobby(buildGame())
  fireEvent.click(screen.getByRole('button', { name: /Copy/ }))
  await pass(50)
  expect(copied).toEqual(['http://localhost:3000/app/private-game/join/48213907'])
  expect(screen.getByRole('button', { name: /copied/ })).toBeDefined()
  document.execCommand = () => false
  await pass(2_100)
  fireEvent.click(screen.getByRole('button', { name: /Copy/ }))
  await pass(50)
  expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['The link could not be copied'])
})

test("the countdown uses the server's clock and announces each number; then the host's app begins play", async () => {
  const starting = buildGame({ status: 'starting', phase_ends_at: serverNowMs() + 3_000 })
  games.push({ ...starting, status: 'running', version: 2 })
  openLobby(starting)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Get ready' }))
  await pass(2_950)
  expect(document.getElementById('alert')?.textContent).toBe('321')
  expect(updates()).toEqual([])
  await pass(100)
  expect(updates()).toEqual([{ status: 'running' }])
})

test('the others wait for the host, and a host who was refused waits for the server', async () => {
  const starting = buildGame({ status: 'starting', phase_ends_at: serverNowMs() + 3_000 })
  openLobby(starting, GUEST_ID)
  await pass(4_000)
  expect(updates()).toEqual([])
  cleanup()
  stubServer({ '/game/update': () => ({ status: 409, body: { error: 'Too early', code: 'too_early' } }) })
  openLobby({ ...starting, phase_ends_at: serverNowMs() + 3_000 })
  await pass(4_000)
  expect(useToasts.getState().toasts).toEqual([])
})

test('after the countdown nothing else is shown until the question appears', async () => {
  const starting = buildGame({ status: 'starting', phase_ends_at: serverNowMs() + 3_000 })
  openLobby(starting, GUEST_ID)
  await pass(2_950)
  show({ ...buildOpenQuestion(serverNowMs() + 20_000), id: starting.id, version: 2 }, GUEST_ID)
  await pass(200)
  expect(screen.getByRole('heading', { name: 'Get ready' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Game in progress' })).toBeNull()
  expect(document.getElementById('alert')?.textContent, 'no number is said twice').toBe('321')
})

test('archiving a lobby needs no confirmation', async () => {
  games.push(buildGame({ status: 'archived', version: 2 }))
  openLobby(buildGame())
  fireEvent.click(screen.getByRole('button', { name: 'Archive game' }))
  await pass(50)
  expect(updates()).toEqual([{ status: 'archived' }])
  expect(useCurrentGame.getState().game).toBeNull()
  expect(useToasts.getState().toasts).toEqual([])
})

test('leaving a lobby needs no confirmation and shows no notice', async () => {
  openLobby(buildGame(), GUEST_ID)
  fireEvent.click(screen.getByRole('button', { name: 'Leave game' }))
  await pass(50)
  expect(callsTo(server, '/game/leave')).toHaveLength(1)
  expect(useCurrentGame.getState().game).toBeNull()
  expect(useToasts.getState().toasts).toEqual([])
})

test('a running game is shown as in progress, and its host is asked before it is cancelled', async () => {
  games.push(buildGame({ status: 'finished', version: 9 }))
  const view = openLobby(buildOpenQuestion(serverNowMs() + 20_000))
  expect(screen.getByRole('heading', { name: 'Game in progress' })).toBeDefined()
  expect(screen.getByText(/progress is lost/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel game' }))
  await pass(100)
  expect(screen.getByRole('dialog', { name: 'Cancel game?' })).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Keep the game')
  fireEvent.click(screen.getByRole('button', { name: 'Keep the game' }))
  await pass(400)
  expect(updates()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel game' }))
  await pass(50)
  fireEvent.click(inSheet('Cancel game'))
  await pass(50)
  expect(updates()).toEqual([{ status: 'finished' }])
  expect(view.path()).toBe('/app/private-game/results')
})

test('a player is asked before leaving a running game, which leads to the dashboard', async () => {
  const view = openLobby(buildOpenQuestion(serverNowMs() + 20_000), GUEST_ID)
  fireEvent.click(screen.getByRole('button', { name: 'Leave game' }))
  await pass(100)
  expect(screen.getByRole('dialog', { name: 'Leave game?' })).toBeDefined()
  fireEvent.click(inSheet('Leave game'))
  await pass(50)
  expect(callsTo(server, '/game/leave')).toHaveLength(1)
  expect(view.path()).toBe('/app/dashboard')
})

test('a browser with a share sheet offers it; closing the sheet is not a failure', async () => {
  const shared: unknown[] = []
  const share = async (data: unknown) => {
    shared.push(data)
    throw new DOMException('closed', 'AbortError')
  }
  openLobby(buildGame())
  expect(button('Share invitation')).toBeNull()
  cleanup()
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  openLobby(buildGame())
  fireEvent.click(screen.getByRole('button', { name: 'Share invitation' }))
  await pass(50)
  Reflect.deleteProperty(navigator, 'share')
  expect(shared).toEqual([
    {
      title: 'Quizmaster',
      text: 'Play a quiz with me!',
      url: expect.stringMatching(/\/app\/private-game\/join\/48213907$/),
    },
  ])
  expect(useToasts.getState().toasts).toEqual([])
})
