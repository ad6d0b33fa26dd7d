import type { ListedTopic, TopicGroup } from '@quizmaster/contract/http/gameplay'
import { shuffled } from '@quizmaster/engine/draw'
import type { Bank, BankTopic } from './bank.ts'
import type { NewRng } from './draw-questions.ts'

/** Up to `count` topics in random order. */
export async function listRandomTopics(
  { bank, newRng }: { bank: Bank; newRng: NewRng },
  count: number,
): Promise<ListedTopic[]> {
  return shuffled((await bank.current()).topics, newRng())
    .slice(0, count)
    .map(listed)
}

/** All topics by group; groups and topics by name. Topics without a group are left out. */
export async function listTopicGroups(bank: Bank): Promise<TopicGroup[]> {
  const groups = new Map<string, TopicGroup>()
  for (const { id, text, group: name } of (await bank.current()).topics.toSorted(byText)) {
    if (name === '') continue
    const group = groups.get(name) ?? { name, topics: [] }
    group.topics.push({ id, text })
    groups.set(name, group)
  }
  return [...groups.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/**
 * Up to `count` topics that contain every word of the search, best match first: the whole name, then names that start
 * with the search, then names in which every search word starts a word, then names that contain every word, then topics
 * with a word of the search in their group or synonyms. Case, accents and the order of the words don't matter. There
 * are no wildcards.
 */
export async function searchTopics(bank: Bank, search: string, count: number): Promise<ListedTopic[]> {
  const wanted = fold(search)
  const words = wanted.split(' ').filter((word) => word !== '')
  if (words.length === 0) return []
  return (await bank.current()).topics
    .map((topic) => ({ topic, rank: rankOf(topic, wanted, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => Number(a.rank) - Number(b.rank) || byText(a.topic, b.topic))
    .slice(0, count)
    .map(({ topic }) => listed(topic))
}

/** 0 for the best match, null for no match. */
function rankOf(topic: BankTopic, wanted: string, words: readonly string[]): number | null {
  const name = fold(topic.text)
  if (words.every((word) => name.includes(word))) {
    if (name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    return allStartAWord(words, name) ? 2 : 3
  }
  const group = fold(topic.group)
  if (group === wanted) return 4
  const rest = [name, group, ...topic.synonyms.map(fold)].join(' ')
  return allStartAWord(words, rest) ? 5 : null
}

/** Whether each of `words` starts a word of `text`. */
function allStartAWord(words: readonly string[], text: string): boolean {
  const starts = text.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => starts.some((start) => start.startsWith(word)))
}

/** Text as a search compares it: without case, accents and extra spaces. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

function byText(a: { text: string }, b: { text: string }): number {
  return a.text.localeCompare(b.text, 'en')
}

function listed({ id, text, group }: BankTopic): ListedTopic {
  return { id, text, group }
}
