import { type Card, createEmptyCard, fsrs, Rating, State } from 'ts-fsrs'
import { addDays, daysBetween, type LocalDate } from '../../infra/local-date.ts'

/** When a question that a player has missed is to come back (contract 10.2). Dates are of the player's time zone. */
export interface ReviewCard {
  /** What FSRS estimates of the player's memory. */
  stability: number
  difficulty: number
  /** The date of the last answer that counted. */
  reviewedOn: LocalDate
  missedOn: LocalDate
  /** Null once the question is the player's for good. */
  dueOn: LocalDate | null
  rightInARow: number
}

/** What makes a question the player's for good. */
const RIGHT_IN_A_ROW = 4
const DAYS_SINCE_MISSED = 21

/** In whole days, and the same for everybody: nothing is random. */
const scheduler = fsrs({ request_retention: 0.85, enable_fuzz: false, enable_short_term: false })

/** The estimate after a first miss, which is the same on any date. */
const FIRST_MISS = scheduler.next(createEmptyCard(0), 0, Rating.Again).card

/** The card after an answer; null as long as the question has never been missed. */
export function cardAfter(before: ReviewCard | null, isRight: boolean, today: LocalDate): ReviewCard | null {
  if (!isRight) return missedCard(before, today)
  // A traveller's date may go back, which counts as the same day. Repeating on the same day proves nothing.
  if (!before || before.dueOn === null || today <= before.reviewedOn) return before
  const reviewed = scheduler.next(toFsrs(before), timeOf(today), Rating.Good).card
  const rightInARow = before.rightInARow + 1
  const isForGood = rightInARow >= RIGHT_IN_A_ROW && daysBetween(before.missedOn, today) >= DAYS_SINCE_MISSED
  return { ...fromFsrs(reviewed, today), missedOn: before.missedOn, rightInARow, ...(isForGood ? { dueOn: null } : {}) }
}

function missedCard(before: ReviewCard | null, today: LocalDate): ReviewCard {
  const date = before && before.reviewedOn > today ? before.reviewedOn : today
  const { stability, difficulty } = before
    ? scheduler.next(toFsrs(before), timeOf(date), Rating.Again).card
    : FIRST_MISS
  // FSRS doesn't consider a question known for long as forgotten at once, and would wait for up to a week.
  return { stability, difficulty, reviewedOn: date, missedOn: today, dueOn: addDays(date, 1), rightInARow: 0 }
}

/** FSRS counts days in UTC, so a date is its midnight in UTC. */
function timeOf(date: LocalDate): Date {
  return new Date(`${date}T00:00:00Z`)
}

function toFsrs({ stability, difficulty, reviewedOn }: ReviewCard): Card {
  const last_review = timeOf(reviewedOn)
  return { ...createEmptyCard(last_review), state: State.Review, stability, difficulty, last_review }
}

function fromFsrs({ stability, difficulty, due }: Card, reviewedOn: LocalDate) {
  return { stability, difficulty, reviewedOn, dueOn: due.toISOString().slice(0, 10) }
}
