import type { Topic } from '@quizmaster/contract/http/gameplay'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { onSessionEnd } from '../../platform/session.ts'
import { textStorage, type StoreKey } from '../../platform/storage.ts'
import type { JourneyTopics } from './journey.ts'
import type { ShownTopics, TopicChoice, TopicStores } from '../questions/topics.ts'

interface PracticeState {
  /** The topics of the running journey; `undefined` before the first one. */
  readonly topics: JourneyTopics | undefined
}

/** What is chosen on the settings screen: stored key `userTopicsStore`. */
export const useTopicChoice = stored<TopicChoice>('userTopicsStore', { topics: [], all: false }, isTopicChoice)

/** The topics that the settings screen shows: stored key `topicsStore`. */
export const useShownTopics = stored<ShownTopics>('topicsStore', { topics: [] }, hasTopics)

/** What the topic picker of practice reads and changes. */
export const PRACTICE_TOPICS: TopicStores = { choice: useTopicChoice, shown: useShownTopics }

/** The running journey: stored key `practiceStateStore`. */
export const usePracticeState = stored<PracticeState>('practiceStateStore', { topics: undefined }, isPracticeState)

/**
 * A store under one of the stored keys (contract 8) that forgets the user at the end of the session. Stored text that
 * `isState` doesn't know counts as absent: what a stranger put there must not break the screen.
 */
function stored<T extends object>(name: StoreKey, initial: T, isState: (value: object) => boolean) {
  const store = create<T>()(
    persist(() => initial, {
      name,
      storage: createJSONStorage(() => textStorage),
      // Of whatever version: what it holds is looked at below.
      migrate: (value) => value as T,
      merge: (value, current) => (isObject(value) && isState(value) ? { ...current, ...value } : current),
    }),
  )
  onSessionEnd(() => store.setState(initial, true))
  return store
}

function isTopicChoice(value: object): boolean {
  return hasTopics(value) && 'all' in value && typeof value.all === 'boolean'
}

function hasTopics(value: object): boolean {
  return 'topics' in value && Array.isArray(value.topics) && value.topics.every(isTopic)
}

function isPracticeState(value: object): boolean {
  if (!('topics' in value) || value.topics === null) return true
  return Array.isArray(value.topics) && value.topics.length > 0 && value.topics.every((id) => typeof id === 'string')
}

function isTopic(value: unknown): value is Topic {
  return (
    isObject(value) &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
