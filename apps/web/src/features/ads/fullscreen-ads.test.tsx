import type { AdItem } from '@quizmaster/contract/http/ads'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { setTimedQuestionOpen } from '../questions/question-gate.ts'
import { markPanelOpen } from '../../ui/sheet/open-panels.ts'
import { type StubAnswer, stubServer } from '../../testing/stub-server.ts'
import { FullscreenAds } from './fullscreen-ads.tsx'

const FLAG = 'POST /services/user/api/is_feature_flag_enabled'
const ADS = 'GET /services/user/api/ads'
const ON: StubAnswer = { status: 200, body: { is_enabled: true } }

const whale: AdItem = {
  image: '/img/ads/moby-dick.svg',
  link: 'https://books.example/2701',
  title: 'Moby-Dick',
  subtitle: 'Or, the Whale',
  texts: ['A captain, a whale and no way back'],
}
const rabbit: AdItem = { ...whale, image: '/img/ads/alice-in-wonderland.svg', title: 'Alice', subtitle: '', texts: [] }

/** Pictures load at once, except for those that are broken or never finish loading. */
let broken: string[] = []
let endless: string[] = []
class StubbedImage extends EventTarget {
  set src(path: string) {
    if (!endless.includes(path)) this.dispatchEvent(new Event(broken.includes(path) ? 'error' : 'load'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Image', StubbedImage)
  broken = []
  endless = []
})
afterEach(() => {
  cleanup()
  act(() => setTimedQuestionOpen(false))
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const left = () => localStorage.getItem('questionsTillNextAd')
const ad = () => screen.queryByRole('dialog')
const pill = () => screen.getByRole('button', { name: /Cancel in|Close/ })

/** The parts of the play screen that ads depend on. */
function Play({ passed, isStarter }: { passed: number; isStarter: boolean }) {
  const [counted, setCounted] = useState(0)
  return (
    <>
      <main>
        <h1 tabIndex={-1}>Question {passed}</h1>
      </main>
      {isStarter && (
        <FullscreenAds uncounted={passed - counted} onCounted={(count) => setCounted((before) => before + count)} />
      )}
    </>
  )
}

/** Opens the play screen; `next` goes on to the next question. */
async function play(ads: AdItem[] | StubAnswer = [whale, rabbit], flag: StubAnswer = ON) {
  const answer = Array.isArray(ads) ? { status: 200, body: { data: ads } } : ads
  const server = stubServer({ [FLAG]: flag, [ADS]: answer })
  let passed = 0
  const view = (isStarter = true) => (
    <QueryClientProvider client={queryClient}>
      <Play passed={passed} isStarter={isStarter} />
    </QueryClientProvider>
  )
  const { rerender, unmount } = render(view())
  await pass(50)
  /** Unmounts and remounts the ads, as happens while the user is fetched again. */
  const remountAds = async () => {
    rerender(view(false))
    rerender(view())
    await pass(50)
  }
  const next = async (times = 1) => {
    for (let turn = 0; turn < times; turn += 1) {
      passed += 1
      rerender(view())
      await pass(50)
    }
  }
  return { server, next, unmount, remountAds }
}

async function closeAd() {
  await pass(5_000)
  fireEvent.click(pill())
}

test('the first ad is shown after five questions, the next one after ten more', async () => {
  const { next } = await play()
  await next(4)
  expect(left()).toBe('1')
  expect(ad()).toBeNull()
  await next()
  expect(left()).toBe('0')
  expect(ad()).not.toBeNull()
  await closeAd()
  expect(ad()).toBeNull()
  expect(left()).toBe('10')
  await next(9)
  expect(ad()).toBeNull()
  await next()
  expect(ad()).not.toBeNull()
})

test('the app is not scaled down behind an ad, and can be used again afterwards', async () => {
  const { next } = await play()
  const { dataset } = document.documentElement
  await next(5)
  expect(dataset['panelOpen']).toBe('hiding')
  await closeAd()
  expect(dataset['panelOpen']).toBeUndefined()
  expect(document.activeElement?.tagName).toBe('H1')
})

test('the list and the picture are fetched one question ahead, not earlier', async () => {
  const { server, next } = await play()
  const asked = () => server.calls.filter(({ call }) => call === ADS).length
  await next(3)
  expect(asked()).toBe(0)
  await next()
  expect(asked()).toBe(1)
  await next()
  expect(asked()).toBe(1)
})

test('the count continues after a reload', async () => {
  localStorage.setItem('questionsTillNextAd', '1')
  const { next } = await play()
  await next()
  expect(ad()).not.toBeNull()
})

test('no question counts twice when the ads unmount while the screen stays', async () => {
  const { next, remountAds } = await play()
  await next(3)
  await remountAds()
  expect(left()).toBe('2')
  await next()
  expect(left()).toBe('1')
})

test('an invalid stored count starts over', async () => {
  localStorage.setItem('questionsTillNextAd', 'soon')
  const { next } = await play()
  await next()
  expect(left()).toBe('4')
})

test('the ad describes the book, and its link opens a tab without access to this one', async () => {
  const { next } = await play([whale])
  await next(5)
  expect(screen.getByRole('dialog', { name: 'Ad: Moby-Dick' })).toBeDefined()
  expect(screen.getByText('Ad')).toBeDefined()
  expect(screen.getByText('Or, the Whale')).toBeDefined()
  expect(screen.getByText('A captain, a whale and no way back')).toBeDefined()
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/img/ads/moby-dick.svg')
  const link = screen.getByRole('link', { name: /See the book/ })
  expect(link.getAttribute('href')).toBe('https://books.example/2701')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('the ad counts down from 5 to 0, then the same button closes it; it never closes by itself', async () => {
  const { next } = await play()
  await next(4)
  await next()
  const button = screen.getByRole('button', { name: 'Cancel in 5' })
  expect(document.activeElement).toBe(button)
  await pass(960)
  expect(button.textContent).toBe('Cancel in 4')
  fireEvent.click(button)
  await pass(3_000)
  expect(button.textContent).toBe('Cancel in 1')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await pass(1_000)
  expect(button.textContent).toBe('Close')
  expect(button.getAttribute('aria-disabled')).toBeNull()
  await pass(60_000)
  expect(ad()).not.toBeNull()
  fireEvent.click(button)
  expect(ad()).toBeNull()
})

test('Escape closes the ad after the countdown, not before, and the question gets the focus', async () => {
  const { next } = await play()
  await next(5)
  fireEvent.keyDown(pill(), { key: 'Escape' })
  await pass(4_000)
  fireEvent.keyDown(pill(), { key: 'Escape' })
  expect(ad()).not.toBeNull()
  await pass(1_000)
  fireEvent.keyDown(pill(), { key: 'Escape' })
  await pass(50)
  expect(ad()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Question 5')
})

test('a press in the first 600 ms is ignored', async () => {
  const { next } = await play()
  await next(5)
  expect(fireEvent.click(screen.getByRole('link'))).toBe(false)
  await pass(600)
  expect(fireEvent.click(screen.getByRole('link'))).toBe(true)
})

test('no ad is shown twice in a row, even after a reload of the tab', async () => {
  localStorage.setItem('questionsTillNextAd', '1')
  const first = await play()
  await first.next()
  const shown = screen.getByRole('heading', { level: 2 }).textContent
  await closeAd()
  first.unmount()
  localStorage.setItem('questionsTillNextAd', '1')
  const second = await play()
  await second.next()
  expect(screen.getByRole('heading', { level: 2 }).textContent).not.toBe(shown)
})

test('a single ad is shown again', async () => {
  const { next } = await play([whale])
  await next(5)
  await closeAd()
  await next(10)
  expect(ad()).not.toBeNull()
})

const FAILURES: [string, AdItem[] | StubAnswer][] = [
  ['there are no ads', []],
  ['the list fails to load', { status: 500, body: { error: 'Something broke', code: 'internal_error' } }],
  ['the server is gone', 'no answer'],
  ['the picture is broken', [{ ...whale, image: '/img/ads/broken.svg' }]],
  ['the link is not a web address', [{ ...whale, link: 'javascript:alert(1)' }]],
  ['the picture is from another site', [{ ...whale, image: 'https://elsewhere.example/a.svg' }]],
]
test.each(FAILURES)('the quiz goes on if %s', async (_, ads) => {
  broken = ['/img/ads/broken.svg']
  const { next } = await play(ads)
  await next(5)
  expect(ad()).toBeNull()
  expect(left()).toBe('10')
})

test('an ad whose picture is still loading is shown after a later question', async () => {
  endless = [whale.image]
  const { next } = await play([whale])
  await next(7)
  expect(ad()).toBeNull()
  expect(left()).toBe('0')
})

test.each([
  ['is off', { status: 200, body: { is_enabled: false } }],
  ['fails', { status: 403, body: { error: 'No', code: 'forbidden' } }],
  ['is unknown', 'no answer'],
] as [string, StubAnswer][])('there are no ads and no count while the flag %s', async (_, flag) => {
  const { next, server } = await play([whale], flag)
  await next(12)
  expect(ad()).toBeNull()
  expect(left()).toBeNull()
  expect(server.calls.every(({ call }) => call !== ADS)).toBe(true)
})

test('an ad never covers a timed question or a sheet, and waits for a later question', async () => {
  localStorage.setItem('questionsTillNextAd', '1')
  const { next } = await play()
  act(() => setTimedQuestionOpen(true))
  await next()
  expect(ad()).toBeNull()
  act(() => setTimedQuestionOpen(false))
  const unmark = markPanelOpen(document.createElement('div'))
  await next()
  expect(ad()).toBeNull()
  unmark()
  await next()
  expect(ad()).not.toBeNull()
})
