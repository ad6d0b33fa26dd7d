import { EMAIL_MAX_LENGTH } from './limits.ts'
import { MESSAGES } from './messages.ts'

const MAX_LOCAL_LENGTH = 64
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i

/**
 * Whether a trimmed text is an e-mail address: one mailbox at a domain with a dot, plain ASCII, at most 254 characters.
 * Takes time linear in the length.
 */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX_LENGTH) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  )
}

/** Why an address, as typed, is refused; null if it is valid. */
export function emailProblem(text: string): string | null {
  const email = text.trim()
  if (email === '') return MESSAGES.emailRequired
  return isEmail(email) ? null : MESSAGES.emailInvalid
}

/** The form in which e-mail addresses are compared, which ignores case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}
