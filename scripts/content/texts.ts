import { createHash } from 'node:crypto'

/** Words without meaning of their own, which two questions may share without being similar. */
const STOP_WORDS = new Set(
  `a about after all also among an and any are as at be been before being between but by called came can come did do does during
  each first for from had has have he her his how in into is it its kind known made make makes many mean means more most
  much name named of on one only or other out over people same she so some than that the their them then there these they
  this those through time to two under up use used uses was were what when where which while who whom whose why will with
  word would year you your`.split(/\s+/),
)

/** A text without case, accents, punctuation and extra spaces. A text of punctuation only keeps it. */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = lower.match(/[\p{L}\p{N}]+/gu)
  return words ? words.join(' ') : lower.trim()
}

/** A text without case and extra spaces. Punctuation stays, because '−5' and '5' differ. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The meaningful words of a text, without plurals and other endings. */
export function contentWords(text: string): Set<string> {
  return new Set(
    fold(text.replace(/['’]s\b/g, ''))
      .split(' ')
      .filter((word) => word !== '' && !STOP_WORDS.has(word))
      .map(stem),
  )
}

/** The share of `of` that is also in `among`: 0 to 1. */
export function shareOf(of: ReadonlySet<string>, among: ReadonlySet<string>): number {
  if (of.size === 0) return 0
  let shared = 0
  for (const word of of) if (among.has(word)) shared += 1
  return shared / of.size
}

/** Rough on purpose; it only has to match 'erupts', 'erupted' and 'erupting'. */
function stem(word: string): string {
  if (word.length < 5) return word.length > 3 ? word.replace(/s$/, '') : word
  return word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ings?|ed|es|s|e)$/, '')
}

/** The texts in a pseudo-random order that depends only on the seed, not on their previous order. */
export function seededOrder(seed: string, texts: readonly string[]): string[] {
  return texts
    .map((text) => ({
      text,
      rank: createHash('sha256')
        .update(JSON.stringify([seed, text]))
        .digest('hex'),
    }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ text }) => text)
}
