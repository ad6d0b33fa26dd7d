/** Values that must never leave, whatever they look like: the session's token, the address typed at sign-in. */
export type KnownSecrets = readonly string[]

type Rule = readonly [pattern: RegExp, replacement: string]

/** In this order: what comes in a URL goes with its query, before a rule could break the URL apart. */
const RULES: readonly Rule[] = [
  // Queries and hashes of whole addresses, of paths, and those that stand alone.
  [/\b((?:https?|wss?|capacitor|blob):\/\/[^\s"'<>?#]*)[?#][^\s"'<>]*/gi, '$1'],
  [/(^|[\s"'=(])(\/(?!\/)[^\s"'<>?#]*)[?#][^\s"'<>]*/g, '$1$2'],
  [/^[?#].*=.*$/g, ''],
  [/\b(authorization["']?\s*[:=]\s*["']?)(?:\w+\s+)?[^\s"',;}]+/gi, '$1[removed]'],
  [/\b(bearer)\s+[\w.~+/=-]+/gi, '$1 [removed]'],
  // Addresses, written out or as an address line has them.
  [/[^\s"'<>()[\]{},;:@/\\?=&%]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu, '[e-mail]'],
  // Tokens: longer than any id, any hashed file name and any word.
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{43,}(?![\w-])/g, '[token]'],
  // Sign-in codes; the digits after a decimal point are none.
  [/(?<!\d\.)\b\d{6}\b/g, '[code]'],
  // A pressed control is told by its label, which may hold a name.
  [/\[(?:aria-label|alt|title|placeholder)="[^"\]]*(?:"\])?/g, ''],
]

/** Attributes that hold an address' query by itself, a header that must not leave, or a person's words. */
const DROPPED_KEYS =
  /^(?:(?:http|url)\.(?:query|fragment)|query_string|cookies?|set-cookie|authorization|ip_address|username|display_?name|aria-?label|alt)$/i
/** Long texts of our own, full of numbers that mean nothing: the style sheets of a replay. */
const OUR_OWN_KEYS = new Set(['_cssText', 'dsn'])
const CODE_RANGE = [100_000, 999_999] as const

/** A text without queries, tokens, codes and addresses. */
export function scrubText(text: string, secrets: KnownSecrets = []): string {
  let clean = text
  for (const secret of secrets) if (secret.length > 5) clean = clean.replaceAll(secret, '[removed]')
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean
}

/** A copy of anything made of JSON with each text in it scrubbed; other values, as packed bytes, stay as they are. */
export function scrub(value: unknown, secrets: KnownSecrets = [], key = ''): unknown {
  if (OUR_OWN_KEYS.has(key)) return value
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
