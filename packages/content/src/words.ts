/** Words that carry no fact: two questions may share them without being alike. */
const STOP_WORDS = new Set(
  `a about after all also among an and any are as at be been before being between but by called came can come did do does during
  each first for from had has have he her his how in into is it its kind known made make makes many mean means more most
  much name named of on one only or other out over people same she so some than that the their them then there these they
  this those through time to two under up use used uses was were what when where which while who whom whose why will with
  word would year you your`.split(/\s+/),
)

/** A text as a hurried reader sees it: no case, accents, signs or doubled spaces. Texts of signs alone keep them. */
export function fold(text: string): string {
  const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = lower.match(/[\p{L}\p{N}]+/gu)
  return words ? words.join(' ') : lower.trim()
}

/** A text without case and doubled spaces; signs stay, because '−5' and '5' differ. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The words of a text that carry meaning, each once, plurals and other endings cut off. */
export function contentWords(text: string): Set<string> {
  return new Set(
    fold(text.replace(/['’]s\b/g, ''))
      .split(' ')
      .filter((word) => word !== '' && !STOP_WORDS.has(word))
      .map(stem),
  )
}

/** What part of `of` also stands in `among`: 0 to 1. */
export function shareOf(of: ReadonlySet<string>, among: ReadonlySet<string>): number {
  if (of.size === 0) return 0
  let shared = 0
  for (const word of of) if (among.has(word)) shared += 1
  return shared / of.size
}

/** Rough on purpose: it only has to bring 'erupts', 'erupted' and 'erupting' together. */
function stem(word: string): string {
  if (word.length < 5) return word.length > 3 ? word.replace(/s$/, '') : word
  return word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ings?|ed|es|s|e)$/, '')
}
