import { useEffect } from 'react'
import styles from './chat-button.module.css'
import { useIdentifierHash } from './chat-identity.ts'
import { closeChat, setChatUser, startChat, toggleChat, useIsChatReady, type ChatAddress } from './chat-widget.ts'
import { clsx } from 'clsx/lite'
import { CHAT_STRINGS } from './strings.ts'

/** The delay before the widget is loaded (product 9). */
const START_DELAY_MS = 1_000

/** Where the button is on a screen: `hidden` where it would be in the way, `off` where the chat must not be loaded. */
export type ChatPlace = 'bar' | 'dock' | 'corner' | 'top' | 'hidden' | 'off'

type Props = {
  address: ChatAddress
  /** Null for a visitor. */
  user: { id: string; email: string } | null
  place: ChatPlace
}

/** The button of the support chat, shown once the widget has loaded. */
export function ChatButton({ address, user, place }: Props) {
  const isReady = useIsChatReady()
  const isOff = place === 'off'
  const isHidden = isOff || place === 'hidden'
  useEffect(() => {
    if (isOff) return undefined
    const timer = setTimeout(() => startChat(address), START_DELAY_MS)
    return () => clearTimeout(timer)
  }, [address, isOff])
  const { id, email } = user ?? {}
  const identifierHash = useIdentifierHash(id ?? null)
  useEffect(
    () => setChatUser(id !== undefined && email !== undefined ? { id, email, identifierHash } : null),
    [id, email, identifierHash],
  )
  useEffect(() => {
    if (isHidden) closeChat()
  }, [isHidden])

  const isShown = isReady && !isHidden
  const isAtBottom = isShown && (place === 'bar' || place === 'corner')
  useEffect(() => {
    const root = document.documentElement
    if (isAtBottom) root.dataset['chatButton'] = ''
    return () => {
      delete root.dataset['chatButton']
    }
  }, [isAtBottom])

  if (!isShown) return null
  return (
    <button
      type="button"
      className={clsx(styles.button, styles[place])}
      aria-label={CHAT_STRINGS.open}
      onClick={toggleChat}
    >
      <ChatIcon />
    </button>
  )
}

/** A speech bubble with two lines. */
function ChatIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="26"
      height="26"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6.500 4.500h11a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H12l-4.500 4v-4h-1a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3zM8 9h8M8 12.500h5" />
    </svg>
  )
}
