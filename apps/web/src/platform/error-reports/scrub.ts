/** Values that must never be sent in any form: the session's token and the e-mail address typed at sign-in. */
export type KnownSecrets = readonly string[]

type Rule = readonly [pattern: RegExp, replacement: string]

/** Applied in this order: queries must be cut off URLs before another rule can break the URL apart. */
const RULES: readonly Rule[] = [
  // Queries and hashes, in URLs, in paths and on their own.
  [/\b((?:https?|wss?|capacitor|blob):\/\/[^\s"'<>?#]*)[?#][^\s"'<>]*/gi, '$1'],
  [/(^|[\s"'=(])(\/(?!\/)[^\s"'<>?#]*)[?#][^\s"'<>]*/g, '$1$2'],
  [/^[?#].*=.*$/g, ''],
  [/\b(authorization["']?\s*[:=]\s*["']?)(?:\w+\s+)?[^\s"',;}]+/gi, '$1[removed]'],
  [/\b(bearer)\s+[\w.~+/=-]+/gi, '$1 [removed]'],
  // E-mail addresses, plain or URL-encoded.
  [/[^\s"'<>()[\]{},;:@/\\?=&%]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu, '[e-mail]'],
  // Tokens: longer than any id, hashed file name or word.
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{43,}(?![\w-])/g, '[token]'],
  // Sign-in codes, but not the digits after a decimal point.
  [/(?<!\d\.)\b\d{6}\b/g, '[code]'],
  // A control that was pressed is identified by its label, which may contain a name.
  [/\[(?:aria-label|alt|title|placeholder)="[^"\]]*(?:"\])?/g, ''],
]

/** Attributes that contain a URL's query, a header that must not be sent, or text that a user may have written. */
const DROPPED_KEYS =
  /^(?:(?:http|url)\.(?:query|fragment)|query_string|cookies?|set-cookie|authorization|ip_address|username|display_?name|aria-?label|alt)$/i
/** Long strings of ours that contain many harmless numbers, such as the style sheets in a replay. */
const UNSCRUBBED_KEYS = new Set(['_cssText', 'dsn'])
const CODE_RANGE = [100_000, 999_999] as const

/** An envelope of the reporting service: a header, and items of a header and a payload each. */
type Envelope = readonly [header: unknown, items: readonly (readonly [header: unknown, payload: unknown])[]]

interface Transport<E, Answer> {
  send(envelope: E): Answer
}

/**
 * A transport that scrubs each envelope before it is sent: errors, spans, breadcrumbs, replays, and anything that a
 * later version of the library adds.
 */
export function scrubbed<E, Answer, T extends Transport<E, Answer>>(transport: T, secrets: () => KnownSecrets): T {
  return {
    ...transport,
    send: (envelope: E) => transport.send(scrubEnvelope(envelope as unknown as Envelope, secrets()) as unknown as E),
  }
}

/** An envelope without personal data. */
export function scrubEnvelope([header, items]: Envelope, secrets: KnownSecrets): Envelope {
  return [scrub(header, secrets), items.map(([itemHeader, payload]) => scrubItem(itemHeader, payload, secrets))]
}

function scrubItem(header: unknown, payload: unknown, secrets: KnownSecrets): readonly [unknown, unknown] {
  if (typeof payload !== 'string') return [scrub(header, secrets), scrub(payload, secrets)]
  const clean = scrubRecording(payload, secrets)
  const length = new TextEncoder().encode(clean).length
  return [{ ...(scrub(header, secrets) as object), length }, clean]
}

/** A replay's recording is text: a line of JSON, then a list of events. Lines that are not JSON are left out. */
function scrubRecording(text: string, secrets: KnownSecrets): string {
  return text
    .split('\n')
    .map((line) => {
      try {
        return JSON.stringify(scrub(JSON.parse(line), secrets))
      } catch {
        return ''
      }
    })
    .join('\n')
}

/** A text without queries, tokens, codes and e-mail addresses. */
export function scrubText(text: string, secrets: KnownSecrets = []): string {
  let clean = text
  for (const secret of secrets) if (secret.length > 5) clean = clean.replaceAll(secret, '[removed]')
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean
}

/** A copy of a JSON value with every string in it scrubbed; other values, such as binary data, are left as they are. */
export function scrub(value: unknown, secrets: KnownSecrets = [], key = ''): unknown {
  if (UNSCRUBBED_KEYS.has(key)) return value
  if (typeof value === 'string') return DROPPED_KEYS.test(key) ? '[removed]' : scrubText(value, secrets)
  if (typeof value === 'number') return key === 'code' && isCode(value) ? 0 : value
  if (Array.isArray(value)) return value.map((item) => scrub(item, secrets))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [scrubText(name, secrets), scrub(held, secrets, name)]),
  )
}

function isCode(value: number): boolean {
  return value >= CODE_RANGE[0] && value <= CODE_RANGE[1]
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}
