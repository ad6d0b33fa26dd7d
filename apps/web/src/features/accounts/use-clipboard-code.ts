import { SIGN_IN_CODE_LENGTH } from '@quizmaster/contract/limits'
import { useEffect, useState } from 'react'
import { logDebug } from '../../platform/log.ts'

const POLL_MS = 1_000

let hasLoggedFailure = false

/**
 * A 6-character value found in the clipboard, else null. Looks each second, only while the page has the focus and the
 * browser has granted reading already: asking would bring up a prompt out of nowhere (contract 8).
 */
export function useClipboardCode(): string | null {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    const timer = setInterval(() => void readCode().then(setCode, logFailureOnce), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return code
}

async function readCode(): Promise<string | null> {
  if (!document.hasFocus() || !(await isReadingGranted())) return null
  const text = (await navigator.clipboard.readText()).trim()
  return text.length === SIGN_IN_CODE_LENGTH ? text : null
}

/** Browsers that don't know this permission have no way to read without a prompt. */
async function isReadingGranted(): Promise<boolean> {
  const name = 'clipboard-read' as PermissionName
  const permission = await navigator.permissions?.query({ name }).catch(() => null)
  return permission?.state === 'granted'
}

function logFailureOnce(error: unknown): void {
  if (hasLoggedFailure) return
  hasLoggedFailure = true
  logDebug('The clipboard could not be read', error)
}
