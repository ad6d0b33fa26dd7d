import { act, cleanup, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCurrentGame } from './current-game.ts'
import { buildGame, HOST_ID } from './testing/build-game.ts'
import { useAwakeInGame } from './use-awake-in-game.ts'

let held = 0
let refuses = false

beforeEach(() => {
  held = 0
  refuses = false
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      request: async () => {
        if (refuses) throw new DOMException('battery is low', 'NotAllowedError')
        held += 1
        return { release: async () => void (held -= 1) }
      },
    },
  })
})
afterEach(() => {
  cleanup()
  act(() => useCurrentGame.setState({ userId: null, game: undefined }))
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.restoreAllMocks()
})

function Screen() {
  useAwakeInGame()
  return null
}

function open(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Screen />
    </MemoryRouter>,
  )
}
const show = (status: 'pending' | 'starting' | 'running' | 'finished') =>
  act(() => useCurrentGame.setState({ userId: HOST_ID, game: buildGame({ status }) }))

test('the display stays on from the countdown to the end of the game', async () => {
  open('/app/private-game/play')
  show('pending')
  expect(held).toBe(0)
  show('starting')
  await waitFor(() => expect(held).toBe(1))
  show('running')
  expect(held).toBe(1)
  show('finished')
  await waitFor(() => expect(held).toBe(0))
})

test('on another screen the display may turn off', () => {
  open('/app/dashboard')
  show('running')
  expect(held).toBe(0)
})

test('a hidden page loses the wake lock, so it is requested again when the page is visible again', async () => {
  open('/app/private-game/play')
  show('running')
  await waitFor(() => expect(held).toBe(1))
  held = 0
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(held).toBe(1))
})

test('a browser that refuses the wake lock causes no error', async () => {
  refuses = true
  open('/app/private-game/play')
  show('running')
  show('finished')
  expect(held).toBe(0)
})
