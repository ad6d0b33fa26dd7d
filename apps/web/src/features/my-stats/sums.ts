import type { TopicStats } from '@quizmaster/contract/http/stats'

/** The sums of several topics. */
export function sumOf(topics: readonly TopicStats[]) {
  const add = (key: 'seen' | 'right' | 'learning') => topics.reduce((sum, topic) => sum + topic[key], 0)
  return { seen: add('seen'), right: add('right'), learning: add('learning') }
}
