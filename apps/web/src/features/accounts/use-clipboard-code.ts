import { SIGN_IN_CODE_LENGTH } from '@quizmaster/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { logDebug } from '../../platform/log.ts'

const POLL_MS = 1_000

/**
 * A 6-character value in the clipboard, else null. Reads every second, only while the page has the focus and only if
 * permission was granted before: asking would show a prompt the user did not expect (contract 8).
 */
export function useClipboardCode(): string | null {
  const [code, setCode] = useState<string | null>(null)
  const hasLogged = useRef(false)
  useEffect(() => {
    const logOnce = (error: unknown) => {
      if (!hasLogged.current) logDebug('The clipboard could not be read', error)
      hasLogged.current = true
    }
    const timer = setInterval(() => void readCode().then(setCode, logOnce), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return code
}

async function readCode(): Promise<string | null> {
  if (!document.hasFocus() || !(await isReadingGranted())) return null
  const text = (await navigator.clipboard.readText()).trim()
  return text.length === SIGN_IN_CODE_LENGTH ? text : null
}

/** Browsers without this permission cannot read the clipboard without a prompt. */
async function isReadingGranted(): Promise<boolean> {
  const name = 'clipboard-read' as PermissionName
  const permission = await navigator.permissions?.query({ name }).catch(() => null)
  return permission?.state === 'granted'
}
