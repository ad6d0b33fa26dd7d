import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { playSound, useGameSounds } from './game-sounds.ts'
import { SoundSwitch } from './sound-switch.tsx'
import { FakeAudio } from './testing/fake-audio.ts'

beforeEach(() => {
  FakeAudio.reset()
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  cleanup()
  act(() => useGameSounds.setState({ isOn: false, isBlocked: false, play: null }))
  localStorage.clear()
  vi.unstubAllGlobals()
})

const press = () => fireEvent.click(screen.getByRole('switch', { name: 'Sounds in games' }))

test('sounds are off, and their code is not loaded, until they are switched on', async () => {
  renderScreen(<SoundSwitch />)
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  playSound('question')
  expect(FakeAudio.made).toBe(0)
  press()
  await waitFor(() => expect(FakeAudio.tones).toEqual([523, 784]))
  expect(localStorage.getItem('gameSounds')).toBe('on')
  playSound('count')
  expect(FakeAudio.tones).toEqual([523, 784, 392])
  expect(FakeAudio.made).toBe(1)
  press()
  playSound('podium')
  expect(FakeAudio.tones).toHaveLength(3)
  expect(localStorage.getItem('gameSounds')).toBeNull()
})

test('a browser that does not allow sound plays nothing, without an error', async () => {
  FakeAudio.state = 'suspended'
  renderScreen(<SoundSwitch />)
  press()
  await waitFor(() => expect(FakeAudio.made).toBe(1))
  playSound('reveal')
  expect(FakeAudio.tones).toEqual([])
})

test('a browser that allows sound a moment later still plays the first sound', async () => {
  Object.assign(FakeAudio, { state: 'suspended', isAllowed: true })
  renderScreen(<SoundSwitch />)
  press()
  await waitFor(() => expect(FakeAudio.tones).toEqual([523, 784]))
})

test('a browser without audio support is silent', async () => {
  vi.stubGlobal('AudioContext', undefined)
  renderScreen(<SoundSwitch />)
  press()
  playSound('reveal')
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'))
})
