import type { StageGame } from '@quizmaster/contract/http/stage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pass } from '../../../testing/render-screen.tsx'
import { LiveRegions } from '../../../ui/feedback/announce.tsx'
import { useGameSounds } from '../game-sounds.ts'
import { buildOpenQuestion, buildStageGame, NOW_MS, QUESTION, REVEAL } from '../testing/build-stage-game.ts'
import { FakeAudio } from '../testing/fake-audio.ts'
import { useStage } from './follow-stage.ts'
import { Stage } from './stage.tsx'

vi.mock(import('./follow-stage.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  followStage: () => () => undefined,
}))

/** How many wake locks are held. */
let held = 0
let fullScreens = 0

// This is lazily loaded, which takes real time.
beforeAll(() => import('../sounds.ts'))
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  FakeAudio.reset()
  vi.stubGlobal('AudioContext', FakeAudio)
  held = 0
  fullScreens = 0
  const request = async () => {
    held += 1
    return { release: async () => void (held -= 1) }
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  Object.defineProperty(document.documentElement, 'requestFullscreen', {
    configurable: true,
    value: async () => void (fullScreens += 1),
  })
})
afterEach(() => {
  cleanup()
  act(() => {
    useStage.setState({ state: undefined })
    useGameSounds.setState({ isOn: false, isBlocked: false, play: null })
  })
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'wakeLock')
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open(path = '/stage') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveRegions />
      <MemoryRouter initialEntries={[path]}>
        <Stage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const settle = () => pass(50)
async function showLetters() {
  act(() => useStage.setState({ state: { game: null, letters: 'HKRV' } }))
  await settle()
}
async function show(game: StageGame) {
  act(() => useStage.setState({ state: { game, letters: null } }))
  await settle()
}
const soundButton = (name: 'Turn sound on' | 'Turn sound off') => screen.queryByRole('button', { name })
async function press(key: string, target: Element = document.body) {
  fireEvent.keyDown(target, { key })
  await settle()
}
async function turnSoundOn() {
  fireEvent.click(screen.getByRole('button', { name: 'Turn sound on' }))
  await settle()
}

/** The tones played since the last call. */
const heard = () => FakeAudio.tones.splice(0)

test('a stage is silent until its button is pressed, then it plays each sound of a game once', async () => {
  open()
  await showLetters()
  await show(buildStageGame(2))
  await show(buildStageGame(3))
  expect(FakeAudio.made).toBe(0)
  await turnSoundOn()
  expect(soundButton('Turn sound off')).not.toBeNull()
  expect(heard()).toEqual([523, 784])
  await show(buildStageGame(5))
  expect(heard()).toEqual([523, 784])
  await show(buildStageGame(5, { status: 'starting', phase_ends_at: NOW_MS + 3_000 }))
  expect(heard()).toEqual([392])
  const endsAtMs = Date.now() + 6_000
  await show(buildOpenQuestion({ phase_ends_at: endsAtMs }))
  await show(buildOpenQuestion({ phase_ends_at: endsAtMs, version: 2 }))
  expect(heard()).toEqual([523, 659, 784])
  await pass(7_000)
  expect(heard()).toEqual([330, 330, 330, 330, 330])
  await show(buildOpenQuestion({ reveal: REVEAL }))
  expect(heard()).toEqual([659, 523])
  await show(buildStageGame(5, { status: 'finished' }))
  expect(heard()).toEqual([523, 659, 784, 1047])
})

test('only the screens before a game have the button', async () => {
  open()
  await showLetters()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await show(buildStageGame(2))
  expect(screen.getAllByRole('button')).toHaveLength(1)
  for (const game of [
    buildStageGame(2, { status: 'starting', phase_ends_at: NOW_MS + 3_000 }),
    buildOpenQuestion(),
    buildOpenQuestion({ reveal: REVEAL }),
    buildStageGame(2, { status: 'finished' }),
  ]) {
    await show(game)
    expect(screen.queryByRole('button')).toBeNull()
  }
})

test('the sound is still on after a reload; if the browser needs a press, the button asks for it', async () => {
  act(() => useGameSounds.setState({ isOn: true }))
  FakeAudio.state = 'suspended'
  open()
  await showLetters()
  expect(soundButton('Turn sound on')).not.toBeNull()
  FakeAudio.isAllowed = true
  await turnSoundOn()
  expect(heard()).toEqual([523, 784])
  expect(soundButton('Turn sound off')).not.toBeNull()
})

test('S switches the sound in every phase and announces it, if the focus is on the page itself', async () => {
  open()
  await show(buildOpenQuestion())
  await press('s')
  expect(heard()).toEqual([523, 784])
  expect(screen.getByText('Sound on')).toBeDefined()
  await press('S')
  expect(useGameSounds.getState().isOn).toBe(false)
  expect(screen.getByText('Sound off')).toBeDefined()
  await show(buildStageGame(2))
  await press('s', screen.getByRole('button'))
  expect(useGameSounds.getState().isOn).toBe(false)
})

test('F switches to full screen', async () => {
  open()
  await showLetters()
  await press('f', screen.getByRole('button'))
  expect(fullScreens).toBe(0)
  await press('f')
  expect(fullScreens).toBe(1)
})

test('the keys can be switched off in the URL', async () => {
  open('/stage?keys=off')
  await showLetters()
  await press('f')
  await press('s')
  expect(fullScreens).toBe(0)
  expect(useGameSounds.getState().isOn).toBe(false)
})

test('the screen stays on from the lobby to the results of a game, and no longer', async () => {
  open()
  await showLetters()
  expect(held).toBe(0)
  await show(buildStageGame(2))
  expect(held).toBe(1)
  await show(buildOpenQuestion({ question: { ...QUESTION, index: 0 } }))
  await show(buildStageGame(2, { status: 'finished' }))
  expect(held).toBe(1)
  await show(buildStageGame(2, { since: 2 }))
  expect(held).toBe(1)
  await showLetters()
  expect(held).toBe(0)
})
