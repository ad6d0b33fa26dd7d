/** Strings of the topic picker. Lines under a † are ours to word. */
export const TOPIC_STRINGS = {
  allTopics: 'All topics',
  loadMore: 'Load more topics',
  reset: 'Reset',
  /** † all below */
  topics: 'Topics',
  groups: 'Groups',
  mixed: 'Mixed',
  groupChosen: (name: string, count: number) => `${name}, ${count} chosen`,
  groupSize: (count: number) => (count === 1 ? '1 topic' : `${count} topics`),
  allOfGroup: (name: string) => `All of ${name}`,
  allOfGroupLabel: (name: string, count: number) => `All of ${name}, ${count === 1 ? '1 topic' : `${count} topics`}`,
  groupTooLarge: (name: string, count: number, room: number) =>
    `${name} has ${count} topics: more than the ${room} that still fit.`,
  searchTopics: 'Search topics',
  closeSearch: 'Close search',
  noTopics: 'No topics found',
  nothingMatches: (text: string) => `Nothing matches “${text}”. You can suggest it as a new topic.`,
  suggest: 'Suggest this topic',
  suggested: 'Thank you. It is on our list.',
  suggestedBefore: 'It is already on our list.',
  selected: (count: number) => (count === 1 ? '1 topic selected' : `${count} topics selected`),
  failed: 'Something went wrong',
} as const
