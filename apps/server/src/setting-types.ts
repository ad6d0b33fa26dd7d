import { SERVICES } from '@quizmaster/contract/routes/route'
import { z } from 'zod'

/** `form` says what is expected, as in "must be an http or https address". */
export const url = (protocols: RegExp, form: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), `must be ${form}`)

export const webOrigin = url(/^https?:$/, 'an http or https address').refine(
  (text) => !URL.canParse(text) || (new URL(text).pathname === '/' && new URL(text).search === ''),
  'must be an origin without a path',
)

/** The parts of a comma-separated list, without blanks. */
export const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** name=true,name=false */
export const flags = z.string().transform((text, context) => {
  const entries: [string, boolean][] = []
  for (const part of list(text)) {
    const [name, value, ...rest] = part.split('=').map((word) => word.trim())
    if (!name || rest.length > 0 || (value !== 'true' && value !== 'false')) {
      context.addIssue('must look like name=true,name=false')
      return z.NEVER
    }
    entries.push([name, value === 'true'])
  }
  return new Map(entries)
})

export const services = z.string().transform((text, context) => {
  const names = list(text)
  const known = SERVICES.filter((name) => names.includes(name))
  if (known.length !== names.length || known.length === 0) {
    context.addIssue(`must name some of ${SERVICES.join(', ')}`)
    return z.NEVER
  }
  return known
})

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a whole number from 0 to 65535')

export const count = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')
  .transform(Number)

/** A port of this machine only, or ADDRESS:PORT. */
export const opsAddress = z.string().transform((text, context) => {
  const [, host = '127.0.0.1', digits = ''] = /^(?:\[?([^\s[\]]+)\]?:)?(\d+)$/.exec(text) ?? []
  const parsed = port.safeParse(digits)
  if (parsed.success) return { host, port: parsed.data }
  context.addIssue('must be a port, or an address and a port: 127.0.0.1:9400')
  return z.NEVER
})

export const sixDigits = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .refine((code) => !isEasyToGuess(code), 'must not be easy to guess')

/** One digit six times, or digits in a row. */
function isEasyToGuess(code: string): boolean {
  return /^(\d)\1+$/.test(code) || '01234567890'.includes(code) || '09876543210'.includes(code)
}

/** SHA-256 fingerprints as Android's tools print them. */
export const fingerprints = z
  .string()
  .transform((text) => list(text).map((fingerprint) => fingerprint.toUpperCase()))
  .refine(
    (all) => all.every((fingerprint) => /^[\dA-F]{2}(:[\dA-F]{2}){31}$/.test(fingerprint)),
    'must be SHA-256 fingerprints like 14:6D:E9:…, comma-separated',
  )
