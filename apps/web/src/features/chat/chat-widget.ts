import { create } from 'zustand'
import { logError } from '../../platform/log.ts'
import { CHAT_STRINGS } from './strings.ts'

/** How long it has to come (product 8 and 9). */
const LOAD_LIMIT_MS = 1_000

/** Where the chat is, and as what this site is known there. */
export interface ChatAddress {
  baseUrl: string
  websiteToken: string
}

/** Who is chatting. */
export interface ChatUser {
  id: string
  email: string
}

/** As much of the widget as we use. */
interface Widget {
  isOpen?: boolean
  user?: unknown
  identifier?: unknown
  toggle(state: 'open' | 'close'): void
  setUser(id: string, attributes: { email: string }): void
  setCustomAttributes?(attributes: Record<string, string>): void
  reset(): void
}

declare global {
  interface Window {
    chatwootSettings?: Record<string, unknown>
    chatwootSDK?: { run(address: ChatAddress): void }
    $chatwoot?: Widget
  }
}

const useStore = create<{ isReady: boolean }>(() => ({ isReady: false }))

let hasStarted = false
let user: ChatUser | null = null

/** Whether the chat is there to be opened. Drawn again when it comes. */
export function useIsChatReady(): boolean {
  return useStore((state) => state.isReady)
}

/**
 * Loads the widget, once a page load. One that is not there within a second is told on the console, and its button
 * stays away (product 8), even if it should come later.
 */
export function startChat(address: ChatAddress): void {
  if (hasStarted) return
  hasStarted = true
  let hasGivenUp = false
  const giveUp = () => {
    // A script that is missing may say so long after it is late.
    if (hasGivenUp) return
    hasGivenUp = true
    clearTimeout(timer)
    window.removeEventListener('chatwoot:ready', arrive)
    logError(CHAT_STRINGS.notLoaded)
  }
  const arrive = () => {
    clearTimeout(timer)
    tellUser()
    useStore.setState({ isReady: true })
  }
  const timer = setTimeout(giveUp, LOAD_LIMIT_MS)
  // It says so again after each reset, and must be told again who is there.
  window.addEventListener('chatwoot:ready', arrive)
  loadScript(address, giveUp)
}

/** Opens the conversation, or closes it: on large screens the widget without its own button has no other way. */
export function toggleChat(): void {
  window.$chatwoot?.toggle(window.$chatwoot.isOpen ? 'close' : 'open')
}

/** Closes the conversation, for screens that nothing may cover. */
export function closeChat(): void {
  if (window.$chatwoot?.isOpen) window.$chatwoot.toggle('close')
}

/** Tells the widget who is there, or has it forget who was. */
export function setChatUser(next: ChatUser | null): void {
  const before = user
  user = next
  if (before !== null && before.id !== next?.id) forgetChatUser()
  if (useStore.getState().isReady) tellUser()
}

/**
 * Ends the chat: it forgets whom it knew, and the page begins anew without it, since a script can't be unloaded. Its
 * frame goes first, or it would greet a new visitor and store that.
 */
export function unloadChat(reload = () => window.location.reload()): void {
  if (!hasStarted) return
  forgetChatUser()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
  reload()
}

/** Takes back what the widget has been told and has stored. */
function forgetChatUser(): void {
  const widget = window.$chatwoot
  if (!widget) return
  widget.reset()
  // It would tell its fresh frame of the one who has left.
  widget.user = undefined
  widget.identifier = undefined
}

function tellUser(): void {
  if (!user) return
  window.$chatwoot?.setUser(user.id, { email: user.email })
  window.$chatwoot?.setCustomAttributes?.({ user_id: user.id, email: user.email })
}

function loadScript(address: ChatAddress, onError: () => void): void {
  // Its own bubble stays away, and so does a message that comes while somebody plays.
  window.chatwootSettings = {
    hideMessageBubble: true,
    showUnreadMessagesDialog: false,
    position: 'right',
    locale: 'en',
  }
  const script = document.createElement('script')
  script.src = `${address.baseUrl}/packs/js/sdk.js`
  script.async = true
  script.addEventListener('load', () => window.chatwootSDK?.run(address))
  script.addEventListener('error', onError)
  document.head.append(script)
}
