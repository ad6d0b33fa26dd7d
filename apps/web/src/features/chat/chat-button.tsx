import { useEffect } from 'react'
import { ChatIcon } from './chat-icon.tsx'
import styles from './chat-button.module.css'
import {
  closeChat,
  setChatUser,
  startChat,
  toggleChat,
  useIsChatReady,
  type ChatAddress,
  type ChatUser,
} from './chat-widget.ts'
import { clsx } from 'clsx/lite'
import { CHAT_STRINGS } from './strings.ts'

/** After which the widget is asked for (product 9). */
const START_DELAY_MS = 1_000

/** Where it stands on a screen; `hidden` where nothing may cover it, `off` where it must not even load. */
export type ChatPlace = 'bar' | 'dock' | 'corner' | 'top' | 'hidden' | 'off'

type Props = {
  address: ChatAddress
  /** Null for a visitor. */
  user: ChatUser | null
  place: ChatPlace
}

/** The button of the support chat, there once the widget is; the widget comes a second after the start. */
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
  useEffect(() => setChatUser(id !== undefined && email !== undefined ? { id, email } : null), [id, email])
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
