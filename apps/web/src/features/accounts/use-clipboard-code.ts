import { SIGN_IN_CODE_LENGTH } from '@quizmaster/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { logDebug } from '../../platform/log.ts'
import { native } from '../../platform/native.ts'

const POLL_MS = 1_000

/** What the button that pastes a code needs. */
export interface ClipboardCode {
  /** Whether to show the button: the clipboard is known to hold a code, or can be read on a press. */
  isOffered: boolean
  /** The code in the clipboard, if reading was granted; null if there is none or it is unknown. */
  code: string | null
  /** Reads the code on a press; null if the clipboard holds none. Rejects if the browser or the user refuses. */
  read: () => Promise<string | null>
}

interface Clipboard {
  access: 'none' | 'on_press' | 'granted'
  code: string | null
}

const NO_CLIPBOARD: Clipboard = { access: 'none', code: null }

/**
 * Finds a 6-character code in the clipboard. If permission was granted before, the clipboard is read every second while
 * the page has the focus. Otherwise it is read only on a press, because the browser may then ask the user.
 */
export function useClipboardCode(): ClipboardCode {
  const [{ access, code }, setClipboard] = useState(NO_CLIPBOARD)
  const hasLogged = useRef(false)
  useEffect(() => {
    const logOnce = (error: unknown) => {
      if (!hasLogged.current) logDebug('clipboard_not_read', { err: error })
      hasLogged.current = true
    }
    const look = () => void lookForCode().then(setClipboard, logOnce)
    look()
    const timer = setInterval(look, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return { isOffered: access === 'on_press' || code !== null, code, read: readCode }
}

async function lookForCode(): Promise<Clipboard> {
  const access = await clipboardAccess()
  const code = access === 'granted' && document.hasFocus() ? await readCode() : null
  return { access, code }
}

async function readCode(): Promise<string | null> {
  const text = (await native().readClipboard()).trim()
  return text.length === SIGN_IN_CODE_LENGTH ? text : null
}

/**
 * Native apps read the clipboard only on a press, because the system notifies the user each time. Over plain http there
 * is no clipboard. Some browsers do not know the permission and ask on every press.
 */
async function clipboardAccess(): Promise<Clipboard['access']> {
  if (native().platform !== 'web') return 'on_press'
  if (typeof navigator.clipboard?.readText !== 'function') return 'none'
  const name = 'clipboard-read' as PermissionName
  const permission = await navigator.permissions?.query({ name }).catch(() => null)
  if (permission?.state === 'denied') return 'none'
  return permission?.state === 'granted' ? 'granted' : 'on_press'
}
