import { SIGN_IN_CODE_LENGTH } from '@quizmaster/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { logDebug } from '../../platform/log.ts'
import { native } from '../../platform/native.ts'

const POLL_MS = 1_000

/** What a button that pastes a code can do. */
export interface ClipboardCode {
  /** Whether to show the button: a code is known, or the browser reads the clipboard on a press. */
  isOffered: boolean
  /** The code in the clipboard, where reading was granted; null if there is none, or it is not known. */
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
 * A 6-character value in the clipboard. Where permission was granted before, it is looked for every second while the page
 * has the focus. Elsewhere nothing is read before a press, because the browser may ask the user then.
 */
export function useClipboardCode(): ClipboardCode {
  const [{ access, code }, setClipboard] = useState(NO_CLIPBOARD)
  const hasLogged = useRef(false)
  useEffect(() => {
    const logOnce = (error: unknown) => {
      if (!hasLogged.current) logDebug('The clipboard could not be read', error)
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
 * A native app reads the clipboard only on a press, because the system tells the user each time. Plain http has no
 * clipboard. Some browsers do not know the permission and ask on every press.
 */
async function clipboardAccess(): Promise<Clipboard['access']> {
  if (native().platform !== 'web') return 'on_press'
  if (typeof navigator.clipboard?.readText !== 'function') return 'none'
  const name = 'clipboard-read' as PermissionName
  const permission = await navigator.permissions?.query({ name }).catch(() => null)
  if (permission?.state === 'denied') return 'none'
  return permission?.state === 'granted' ? 'granted' : 'on_press'
}
