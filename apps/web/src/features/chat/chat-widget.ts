import { create } from 'zustand'
import { logError } from '../../platform/log.ts'
import { CHAT_STRINGS } from './strings.ts'

/** How long the widget may take to load (product 8, 9). */
const LOAD_LIMIT_MS = 1_000

/** The address of the chat server, and the token of this site there. */
export interface ChatAddress {
  baseUrl: string
  websiteToken: string
}

/** The signed-in user. */
export interface ChatUser {
  id: string
  email: string
  /** The server's proof of the id. Without it the chat is anonymous, because anybody could claim the id. */
  identifierHash: string | null
}

/** The part of the widget's API that we use. */
interface Widget {
  isOpen?: boolean
  user?: unknown
  identifier?: unknown
  toggle(state: 'open' | 'close'): void
  setUser(id: string, attributes: { email: string; identifier_hash: string }): void
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

interface Chat {
  hasStarted: boolean
  isReady: boolean
  user: ChatUser | null
}

const useChat = create<Chat>()(() => ({ hasStarted: false, isReady: false, user: null }))

/** Whether the chat can be opened. */
export function useIsChatReady(): boolean {
  return useChat((state) => state.isReady)
}

/**
 * Loads the widget, once per page load. If it takes longer than a second, that is logged and the button stays hidden
 * (product 8), even if the widget arrives later.
 */
export function startChat(address: ChatAddress): void {
  if (useChat.getState().hasStarted) return
  useChat.setState({ hasStarted: true })
  let hasGivenUp = false
  const giveUp = () => {
    // The error event of a missing script may come after the timeout.
    if (hasGivenUp) return
    hasGivenUp = true
    clearTimeout(timer)
    window.removeEventListener('chatwoot:ready', arrive)
    logError(CHAT_STRINGS.notLoaded)
  }
  const arrive = () => {
    clearTimeout(timer)
    identifyUser()
    useChat.setState({ isReady: true })
  }
  const timer = setTimeout(giveUp, LOAD_LIMIT_MS)
  // Fires again after each reset, which requires the user to be set again.
  window.addEventListener('chatwoot:ready', arrive)
  loadScript(address, giveUp)
}

/** Opens or closes the conversation. On large screens the widget has no close button of its own. */
export function toggleChat(): void {
  window.$chatwoot?.toggle(window.$chatwoot.isOpen ? 'close' : 'open')
}

/** Closes the conversation, for screens that must not be covered. */
export function closeChat(): void {
  if (window.$chatwoot?.isOpen) window.$chatwoot.toggle('close')
}

/** Identifies the user to the widget, if there is a proof, or makes it forget the previous one. */
export function setChatUser(next: ChatUser | null): void {
  const { user, isReady } = useChat.getState()
  useChat.setState({ user: next })
  if (user !== null && user.id !== next?.id) forgetChatUser()
  if (isReady) identifyUser()
}

/**
 * Ends the chat: makes it forget the user and reloads the page without it, because a script cannot be unloaded. The
 * chat's frame is removed first; it would otherwise register and store a new visitor.
 */
export function unloadChat(reload = () => window.location.reload()): void {
  if (!useChat.getState().hasStarted) return
  forgetChatUser()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
  reload()
}

/** Removes what the widget knows and has stored about the user. */
function forgetChatUser(): void {
  const widget = window.$chatwoot
  if (!widget) return
  widget.reset()
  // Otherwise the widget would pass the old user to its new frame.
  widget.user = undefined
  widget.identifier = undefined
}

function identifyUser(): void {
  const { user } = useChat.getState()
  if (!user?.identifierHash) return
  window.$chatwoot?.setUser(user.id, { email: user.email, identifier_hash: user.identifierHash })
  window.$chatwoot?.setCustomAttributes?.({ user_id: user.id, email: user.email })
}

function loadScript(address: ChatAddress, onError: () => void): void {
  // Hides its own button and its pop-up messages, which would cover a game.
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
