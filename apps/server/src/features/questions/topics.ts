import type { Topic } from '@quizmaster/contract/http/gameplay'
import { shuffled } from '@quizmaster/engine/draw'
import type { Bank } from './bank.ts'
import type { NewChance } from './draw-questions.ts'

/** Up to `count` topics in random order. */
export async function listRandomTopics(
  { bank, newChance }: { bank: Bank; newChance: NewChance },
  count: number,
): Promise<Topic[]> {
  return shuffled((await bank.current()).topics, newChance()).slice(0, count)
}

/**
 * Up to `count` topics whose names contain every word of the search, best match first: the whole name, then names that
 * start with the search, then names in which every search word starts a word, then the rest. Case, accents and the order
 * of the words don't matter. There are no wildcards.
 */
export async function searchTopics(bank: Bank, search: string, count: number): Promise<Topic[]> {
  const wanted = fold(search)
  const words = wanted.split(' ').filter((word) => word !== '')
  if (words.length === 0) return []
  return (await bank.current()).topics
    .map((topic) => ({ topic, rank: rankOf(fold(topic.text), wanted, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => Number(a.rank) - Number(b.rank) || a.topic.text.localeCompare(b.topic.text, 'en'))
    .slice(0, count)
    .map(({ topic }) => topic)
}

/** 0 for the best match, null for no match. */
function rankOf(name: string, wanted: string, words: readonly string[]): number | null {
  if (!words.every((word) => name.includes(word))) return null
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const starts = name.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => starts.some((start) => start.startsWith(word))) ? 2 : 3
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
