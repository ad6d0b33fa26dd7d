const UUID = '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b'
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i')

/** Each rule removes one kind of private data. */
const RULES: readonly (readonly [what: RegExp, instead: string | ((found: string) => string)])[] = [
  // Connection strings contain passwords, with any characters.
  [/\b(?!https?:)([a-z][a-z0-9+.-]*):\/\/(?!\/)[^\s'"<>]+/gi, (url) => `${url.slice(0, url.indexOf(':'))}://[removed]`],
  [/[?#][^\s?#'"<>()=&]*=[^\s'"<>()]*/g, ''],
  [/(https?:\/\/[^\s?#'"<>()]*)[?#][^\s'"<>()]*/gi, (url) => url.replace(/[?#].*$/s, '')],
  [/(https?:\/\/)[^\s/'"<>()]*@/gi, (url) => url.slice(0, url.indexOf('//') + 2)],
  [/\b(?:Bearer|Basic)\s+[^\s'",;]+/gi, '[token]'],
  [
    /\b(?:(?:proxy-)?authorization|(?:set-)?cookie|x-phoenix-authtoken|[a-z_-]*token|secret|password|passwd|api[_-]?key)\b["']?\s*[:=]\s*(?:"[^"]*"|'[^']*'|[^\r\n]*)/gi,
    (line) => `${/^[\w-]+/.exec(line)?.[0] ?? ''}: [removed]`,
  ],
  [/\b(?:sk|rk|pk|whsec)_\w+/g, '[token]'],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, '[token]'],
  [/[^\s@<>"'(),;:=/[\]{}]+(?:@|%40)[^\s@<>"'(),;:=/[\]{}]+/gi, '[email]'],
  [/(?<![\w-])[\w-]{24,}(?![\w-])/g, (word) => (isSecretLike(word) ? '[token]' : word)],
  // Sign-in codes have six digits. Ids, which lead from a report to the log, may contain six digits too.
  [
    new RegExp(`${UUID}|(?<!\\d)\\d{3}[ -]?\\d{3}(?!\\d)`, 'gi'),
    (found) => (WHOLE_UUID.test(found) ? found : '[code]'),
  ],
  // PostgreSQL and JSON.parse quote invalid input.
  [/: "[^"]*"?/g, ': "…"'],
  [/"[^"]*"/g, (quoted) => (/^"[a-z][a-z0-9_]*"$/.test(quoted) ? quoted : '"…"')],
]

/** Ids are harmless. Any other long string that isn't a word may be a credential. */
function isSecretLike(word: string): boolean {
  return !WHOLE_UUID.test(word) && (word.length >= 40 || /\d/.test(word))
}

const MAX_LENGTH = 2_000

/**
 * Removes e-mail addresses, codes, tokens, passwords, cookies, query strings and quoted input, and cuts the text to
 * 2,000 characters. Errs on the side of removing too much.
 */
export function redactText(text: string): string {
  return RULES.reduce(
    (rest, [what, instead]) =>
      rest.replace(what, (found: string) => (typeof instead === 'string' ? instead : instead(found))),
    // Cut to twice the length first, so that a secret at the limit isn't cut in two before the rules have seen it.
    text.slice(0, 2 * MAX_LENGTH),
  ).slice(0, MAX_LENGTH)
}

/** The path of a source file within the project, without the directories of the machine. */
export function redactPath(path: string): string {
  return redactText(path.replace(/^.*?\/(?=(?:dist|apps|packages|node_modules)\/)/, ''))
}
