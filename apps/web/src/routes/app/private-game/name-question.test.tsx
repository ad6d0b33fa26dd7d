import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { useCurrentGame } from '../../../features/games/current-game.ts'
import { buildGame } from '../../../features/games/testing/build-game.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { endSession } from '../../../platform/session.ts'
import { closeApp } from '../../../testing/render-app.tsx'
import { shown } from '../../../testing/shown.ts'
import { stubServer } from '../../../testing/stub-server.ts'
import { CURRENT_USER, MIRA } from '../../../testing/users.ts'
import { LiveRegions } from '../../../ui/feedback/announce.tsx'
import { NameQuestion } from './name-question.tsx'

afterEach(() => {
  act(() => endSession())
  closeApp()
})

const CHOOSE = 'POST /services/user/api/game_name'
const GAME_NAME = 'GET /services/user/api/game_name'
const NEW = { ...MIRA, display_name: null }
const user = (data: object) => ({ status: 200, body: { data } })
const field = () => screen.findByLabelText<HTMLInputElement>('Name')
const sheet = () => screen.queryByRole('dialog', { name: 'Your name in games' })
const show = (game: ReturnType<typeof buildGame>) => act(() => useCurrentGame.setState({ game, leftId: null }))

function Asked() {
  const { user: account } = useCurrentUser()
  return account && <NameQuestion user={account} />
}

async function enterLobby(
  account: object,
  answer: Parameters<typeof stubServer>[0][string] = user({}),
  isAsked = false,
) {
  localStorage.setItem('token', 'good')
  const server = stubServer({
    [CURRENT_USER]: user(account),
    [CHOOSE]: answer,
    [GAME_NAME]: user({ name_shown: 'Player 3550', is_asked: isAsked }),
  })
  show(buildGame())
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/app/private-game/lobby']}>
        <Asked />
      </MemoryRouter>
      <LiveRegions />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return { chosen: () => server.calls.filter(({ call }) => call === CHOOSE).map(({ body }) => body) }
}

test('a new player is asked in the lobby; one press keeps the name in the placeholder', async () => {
  const { chosen } = await enterLobby(NEW, user(NEW))
  const input = await field()
  expect(input.value).toBe('')
  expect(input.placeholder).toBe('Player 3550')
  await waitFor(() => expect(document.activeElement).toBe(input))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(sheet()).toBeNull())
  expect(chosen()).toEqual([{ name: null }])
})

test('the display name is prefilled, and Enter saves what is typed', async () => {
  const before = MIRA
  const { chosen } = await enterLobby(before, user({ ...before, display_name: 'Mira H.' }))
  const input = await field()
  expect(input.value).toBe('Mira Holt')
  await userEvent.clear(input)
  await userEvent.type(input, ' Mira H. {Enter}')
  await waitFor(() => expect(sheet()).toBeNull())
  expect(chosen()).toEqual([{ name: 'Mira H.' }])
})

test('closing the sheet keeps the name, and the sheet is not shown again', async () => {
  const { chosen } = await enterLobby(NEW, user(NEW))
  await field()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(sheet()).toBeNull())
  expect(chosen()).toEqual([{ name: null }])
  show(buildGame({ version: 2 }))
  expect(sheet()).toBeNull()
})

test('messages about a short name and from the server are both shown under the field', async () => {
  const refusal = { status: 422, body: { errors: { name: ['Please choose a display name that is not offensive'] } } }
  const { chosen } = await enterLobby(NEW, refusal)
  fireEvent.change(await field(), { target: { value: 'Mira' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await shown('Display name must be at least 5 characters')
  expect(chosen()).toEqual([])
  fireEvent.change(await field(), { target: { value: 'Rude name' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await shown('Please choose a display name that is not offensive')
  expect(sheet()).not.toBeNull()
})

test('the sheet closes when the game starts', async () => {
  await enterLobby(NEW)
  await field()
  show(buildGame({ status: 'starting', version: 2, phase_ends_at: Date.now() + 3_000 }))
  await waitFor(() => expect(sheet()).toBeNull())
})

test('a player who was asked before is not asked again', async () => {
  await enterLobby(MIRA, user(MIRA), true)
  expect(sheet()).toBeNull()
})
