const UUID = '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b'
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i')

/** What goes out of the house is looked through for what is nobody else's: each rule takes one kind of it out. */
const RULES: readonly (readonly [what: RegExp, instead: string | ((found: string) => string)])[] = [
  // How to reach a database or a mail server holds its password, with whatever signs.
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
  // Six digits within an id are a part of it: by the id an error is found in the log.
  [
    new RegExp(`${UUID}|(?<!\\d)\\d{3}[ -]?\\d{3}(?!\\d)`, 'gi'),
    (found) => (WHOLE_UUID.test(found) ? found : '[code]'),
  ],
  // A database, or JSON, quotes what it could not read.
  [/: "[^"]*"?/g, ': "…"'],
  [/"[^"]*"/g, (quoted) => (/^"[a-z][a-z0-9_]*"$/.test(quoted) ? quoted : '"…"')],
]

/** Random ids lead to nobody; anything else that is long and not a word may open something. */
function isSecretLike(word: string): boolean {
  return !WHOLE_UUID.test(word) && (word.length >= 40 || /\d/.test(word))
}

const MAX_LENGTH = 2_000

/**
 * A text without addresses of people, codes, tokens, passwords, cookies, query strings and quoted input; at most 2,000
 * characters of it. Rather too much goes than too little.
 */
export function scrubText(text: string): string {
  return RULES.reduce(
    (rest, [what, instead]) =>
      rest.replace(what, (found: string) => (typeof instead === 'string' ? instead : instead(found))),
    // Cut again afterwards: a secret that is cut in two is known by neither half.
    text.slice(0, 2 * MAX_LENGTH),
  ).slice(0, MAX_LENGTH)
}

/** The place of a file inside the program, without the folders of the machine. */
export function scrubPath(path: string): string {
  return scrubText(path.replace(/^.*?\/(?=(?:dist|apps|packages|node_modules)\/)/, ''))
}
