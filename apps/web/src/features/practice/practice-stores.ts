import type { Question, Topic } from '@quizmaster/contract/http/gameplay'
import { ANSWER_COUNT } from '@quizmaster/contract/limits'
import { createPersistedStore } from '../../platform/persisted-store.ts'
import { storage } from '../../platform/storage.ts'
import type { ShownTopics, TopicChoice, TopicStores } from '../questions/topics.ts'
import { type JourneyPosition, type JourneyTopics, positionOf } from './journey.ts'

interface PracticeState {
  /** The topics of the running journey; `undefined` before the first one. */
  readonly topics: JourneyTopics | undefined
}

/** What is chosen on the settings screen: stored key `userTopicsStore`. */
export const useTopicChoice = createPersistedStore<TopicChoice>(
  'userTopicsStore',
  { topics: [], all: false },
  isTopicChoice,
)

/** The topics that the settings screen shows: stored key `topicsStore`. */
export const useShownTopics = createPersistedStore<ShownTopics>('topicsStore', { topics: [] }, hasTopics)

/** The stores that practice's topic picker reads and changes. */
export const PRACTICE_TOPICS: TopicStores = { choice: useTopicChoice, shown: useShownTopics }

/** The running journey: stored key `practiceStateStore`. */
export const usePracticeState = createPersistedStore<PracticeState>(
  'practiceStateStore',
  { topics: undefined },
  isPracticeState,
)

/** Where the position in a journey is stored, if at all. */
export interface JourneyStorage {
  load(): JourneyPosition | null
  save(position: JourneyPosition): void
}

/** For players: list and index are stored under their own keys. */
export const storedJourney: JourneyStorage = {
  load: () => positionOf(storedQuestions(), storage.get('currentQuestionIndex')),
  save({ questions, index }) {
    storage.set('randomQuestionsList', [...questions])
    storage.set('currentQuestionIndex', index)
  },
}

/** For visitors: nothing is stored. */
export const noStorage: JourneyStorage = { load: () => null, save: () => {} }

/** Begins a new journey: removes the stored list, so that playing fetches a new one and starts at 0. */
export function beginJourney(topics: JourneyTopics): void {
  storage.remove('randomQuestionsList')
  storage.remove('currentQuestionIndex')
  usePracticeState.setState({ topics })
}

/** The stored questions; null if there are none or the value is invalid. */
function storedQuestions(): Question[] | null {
  const value = storage.get('randomQuestionsList')
  return Array.isArray(value) && value.every(isQuestion) ? value : null
}

/**
 * Checks everything that the screen needs: a question without answers, for instance, could be neither answered nor
 * left.
 */
function isQuestion(value: unknown): value is Question {
  if (!isObject(value)) return false
  const { id, text, topic, answers, source, missed_on } = value as Partial<Question>
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    typeof topic?.text === 'string' &&
    Array.isArray(answers) &&
    answers.length === ANSWER_COUNT &&
    answers.every((answer) => typeof answer?.id === 'string' && typeof answer.text === 'string') &&
    (missed_on === undefined || /^\d{4}-\d\d-\d\d$/.test(missed_on)) &&
    (source === undefined || [source?.name, source?.url, source?.licence].every((part) => typeof part === 'string'))
  )
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
