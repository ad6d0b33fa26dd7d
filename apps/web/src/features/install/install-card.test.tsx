import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { keepInstallOffer } from '../../platform/keep-install-offer.ts'
import { installNative, native } from '../../platform/native.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { InstallCard } from './install-card.tsx'

beforeAll(keepInstallOffer)
afterEach(() => {
  cleanup()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  vi.unstubAllGlobals()
})

const card = () => screen.queryByRole('region', { name: 'Quizmaster app' })

/** Has the browser offer to install the web app. Returns the event and the mock of its prompt. */
function offer() {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  act(() => void window.dispatchEvent(Object.assign(event, { prompt })))
  return { prompt, event }
}

/** Opens the card in a browser tab, or in the installed app. */
function open({ isInstalled = false } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }))
  renderScreen(<InstallCard />)
}

test('nothing is shown if the browser offers no installation', () => {
  open()
  expect(card()).toBeNull()
})

test('the browser prompts on a press, and not by itself', async () => {
  open()
  const { prompt, event } = offer()
  expect(event.defaultPrevented).toBe(true)
  expect(card()?.textContent).toContain('From your home screen')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Install' })))
  expect(prompt).toHaveBeenCalledOnce()
  expect(card()).toBeNull()
})

test('the offer is gone once the app is installed', () => {
  open()
  offer()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(card()).toBeNull()
})

test('the installed app shows no offer', () => {
  open({ isInstalled: true })
  offer()
  expect(card()).toBeNull()
})

test('on iOS a line says how to install the app, unless it is installed', () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: false }))
  open()
  expect(card()?.textContent).toBe('Quizmaster appIn Safari, press  Share, then “Add to Home Screen”.')
  cleanup()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: true }))
  open()
  expect(card()).toBeNull()
})

test('a native app does not offer the web app, although it looks like Safari on iOS', () => {
  const browser = native()
  installNative({ ...browser, platform: 'ios' })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: false }))
  open()
  expect(card()).toBeNull()
  installNative(browser)
})
