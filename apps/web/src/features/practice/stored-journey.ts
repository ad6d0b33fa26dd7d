import { storage } from '../../platform/storage.ts'
import { type JourneyPosition, type JourneyTopics, positionOf } from './journey.ts'
import { usePracticeState } from './practice-stores.ts'

/** Keeps the place of a journey, or doesn't. */
export interface JourneyKeeper {
  load(): JourneyPosition | null
  save(position: JourneyPosition): void
}

/** A player's journey: list and index are stored apart under their own keys (contract 8). */
export const storedJourney: JourneyKeeper = {
  load: () => positionOf(storage.get('randomQuestionsList'), storage.get('currentQuestionIndex')),
  save({ questions, index }) {
    storage.set('randomQuestionsList', [...questions])
    storage.set('currentQuestionIndex', index)
  },
}

/** A visitor's journey: nothing is stored (contract 8). */
export const forgottenJourney: JourneyKeeper = { load: () => null, save: () => {} }

/** Begins a new journey: whatever list was stored is gone, so that playing fetches its own and begins at 0. */
export function beginJourney(topics: JourneyTopics): void {
  storage.remove('randomQuestionsList')
  storage.remove('currentQuestionIndex')
  usePracticeState.setState({ topics })
}
