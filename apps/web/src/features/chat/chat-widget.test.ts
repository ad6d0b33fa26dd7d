import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ADDRESS = { baseUrl: 'https://chat.example', websiteToken: 'abc' }
const MIRA = { id: 'm', email: 'mira@example.com', identifierHash: 'proof of m' }
const NOAH = { id: 'n', email: 'noah@example.com', identifierHash: 'proof of n' }

const script = () => document.head.querySelector('script')
const errors = () => vi.mocked(globalThis.console.error).mock.calls

/** Imports a fresh copy of the module, because a page has only one chat. */
async function openPage() {
  vi.resetModules()
  return import('./chat-widget.ts')
}

/** Acts as the loaded script: installs its widget and reports that it is ready. */
function arrive() {
  const run = vi.fn()
  const widget = { isOpen: false, toggle: vi.fn(), setUser: vi.fn(), reset: vi.fn(), user: {} as unknown }
  window.chatwootSDK = { run }
  script()?.dispatchEvent(new Event('load'))
  window.$chatwoot = widget
  window.dispatchEvent(new Event('chatwoot:ready'))
  return { run, widget }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(window, 'addEventListener')
  vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  // Each fresh copy of the module adds its own listeners.
  for (const args of vi.mocked(window.addEventListener).mock.calls) window.removeEventListener(...args)
  document.head.replaceChildren()
  delete window.$chatwoot
  delete window.chatwootSDK
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the widget gets its address and the signed-in user, without a bubble of its own', async () => {
  const chat = await openPage()
  chat.setChatUser(MIRA)
  chat.startChat(ADDRESS)
  chat.startChat(ADDRESS)
  expect(document.head.querySelectorAll('script')).toHaveLength(1)
  expect(script()?.src).toBe('https://chat.example/packs/js/sdk.js')
  expect(window.chatwootSettings).toMatchObject({ hideMessageBubble: true })
  const { run, widget } = arrive()
  expect(run).toHaveBeenCalledWith(ADDRESS)
  expect(widget.setUser.mock.calls).toEqual([['m', { email: 'mira@example.com', identifier_hash: 'proof of m' }]])
  vi.advanceTimersByTime(5_000)
  expect(errors()).toEqual([])
})

test.each([
  ['never comes', () => {}],
  ['is missing', () => void script()?.dispatchEvent(new Event('error'))],
  [
    'is missing after a long wait',
    () => {
      vi.advanceTimersByTime(3_000)
      script()?.dispatchEvent(new Event('error'))
    },
  ],
])('a chat that %s is logged once', async (_, fail) => {
  const chat = await openPage()
  chat.startChat(ADDRESS)
  fail()
  vi.advanceTimersByTime(5_000)
  expect(errors()).toEqual([['The chat widget did not load within 1 second']])
  // A widget that arrives too late gets no button and no user.
  chat.setChatUser(MIRA)
  expect(arrive().widget.setUser).not.toHaveBeenCalled()
})

test('the widget is reset before it gets the next user', async () => {
  const chat = await openPage()
  chat.startChat(ADDRESS)
  const { widget } = arrive()
  expect(widget.setUser).not.toHaveBeenCalled()
  chat.setChatUser(MIRA)
  chat.setChatUser(null)
  expect(widget.reset).toHaveBeenCalledOnce()
  expect(widget.user).toBeUndefined()
  chat.setChatUser(NOAH)
  expect(widget.reset).toHaveBeenCalledOnce()
  expect(widget.setUser.mock.calls.map(([id]) => id)).toEqual(['m', 'n'])
})

test('without a proof of identity the chat stays anonymous, and the previous user is forgotten', async () => {
  const chat = await openPage()
  chat.setChatUser({ ...MIRA, identifierHash: null })
  chat.startChat(ADDRESS)
  const { widget } = arrive()
  expect(widget.setUser).not.toHaveBeenCalled()
  chat.setChatUser({ ...NOAH, identifierHash: null })
  expect(widget.reset).toHaveBeenCalledOnce()
  expect(widget.setUser).not.toHaveBeenCalled()
})

test('the button opens the conversation, and closes one that is open', async () => {
  const chat = await openPage()
  chat.startChat(ADDRESS)
  const { widget } = arrive()
  chat.closeChat()
  chat.toggleChat()
  widget.isOpen = true
  chat.toggleChat()
  chat.closeChat()
  expect(widget.toggle.mock.calls).toEqual([['open'], ['close'], ['close']])
})

test('a chat that is switched off is reset, and its frame removed', async () => {
  const chat = await openPage()
  const reload = vi.fn()
  chat.unloadChat(reload)
  expect(reload).not.toHaveBeenCalled()
  chat.startChat(ADDRESS)
  const { widget } = arrive()
  document.body.append(document.createElement('iframe'))
  chat.unloadChat(reload)
  expect(widget.reset).toHaveBeenCalledOnce()
  expect(document.querySelector('iframe')).toBeNull()
  expect(reload).toHaveBeenCalledOnce()
})

test('a chat that is still loading is stopped too', async () => {
  const chat = await openPage()
  const reload = vi.fn()
  chat.startChat(ADDRESS)
  chat.unloadChat(reload)
  expect(reload).toHaveBeenCalledOnce()
})
