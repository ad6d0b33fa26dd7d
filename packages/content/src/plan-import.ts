import { questionFold } from './bank-rules.ts'
import type { ImportCandidate } from './import-candidate.ts'
import { nearDuplicates } from './near-duplicates.ts'
import type { BankTopic } from './topic-file.ts'
import { type BankFile, isImported } from './topic-rules.ts'
import { fold } from './words.ts'

/** What an import would do. `topics` are whole files of `content/imported/`, what stood there before included. */
export interface ImportPlan {
  topics: BankTopic[]
  taken: ImportCandidate[]
  skipped: { candidate: ImportCandidate; reason: string }[]
}

interface Books {
  topics: Map<string, BankTopic>
  /** The place of each question in the bank, by its words. */
  placeByText: Map<string, string>
  /** Candidates that resemble others: places of the others by the candidate's, see resemblances(). */
  alike: Map<number, number[]>
}

/** Sorts candidates into topics. What the bank has already, or another candidate before, is skipped. */
export function planImport(candidates: readonly ImportCandidate[], bank: readonly BankFile[]): ImportPlan {
  const written = new Map(bank.filter(({ file }) => !isImported(file)).map(({ file, topic }) => [topic.key, file]))
  const stored = bank.flatMap(({ topic }) =>
    topic.questions.map((question) => ({ question, place: `${topic.key}/${question.id}` })),
  )
  const books: Books = {
    topics: new Map(bank.filter(({ file }) => isImported(file)).map(({ topic }) => [topic.key, topic])),
    placeByText: new Map(stored.map(({ question, place }) => [questionFold(question), place])),
    alike: resemblances([...stored.map(({ question }) => question), ...candidates.map(({ question }) => question)]),
  }
  const places: (string | null)[] = stored.map(({ place }) => place)
  const plan: ImportPlan = { topics: [], taken: [], skipped: [] }
  for (const candidate of candidates) {
    const file = written.get(candidate.topic.key)
    const reason = file === undefined ? reasonToSkip(candidate, books, places) : `its topic is written in ${file}`
    places.push(reason === null ? placeOf(candidate) : null)
    if (reason !== null) plan.skipped.push({ candidate, reason })
    else {
      plan.taken.push(candidate)
      enter(candidate, books)
    }
  }
  const names = new Map(bank.map(({ topic }) => [topic.key, topic.name]))
  const touched = new Set(plan.taken.map(({ topic }) => topic.key))
  plan.topics = [...books.topics.values()].filter(({ key }) => touched.has(key)).map((topic) => named(topic, names))
  return plan
}

/** `places` holds where each question before this one ended up, null for those that were skipped. */
function reasonToSkip(candidate: ImportCandidate, books: Books, places: readonly (string | null)[]): string | null {
  const same = books.placeByText.get(questionFold(candidate.question))
  if (same !== undefined) return `already in the bank as ${same}`
  const hasId = books.topics.get(candidate.topic.key)?.questions.some(({ id }) => id === candidate.question.id)
  if (hasId === true) return `its id ${placeOf(candidate)} is taken by another question`
  if (candidate.isOwn) return null
  const twin = books.alike.get(places.length)?.find((place) => typeof places[place] === 'string')
  return twin === undefined ? null : `looks like the fact of ${places[twin]}`
}

function enter(candidate: ImportCandidate, books: Books): void {
  const before = books.topics.get(candidate.topic.key) ?? { ...candidate.topic, questions: [] }
  books.topics.set(before.key, { ...before, questions: [...before.questions, candidate.question] })
  books.placeByText.set(questionFold(candidate.question), placeOf(candidate))
}

function resemblances(questions: Parameters<typeof nearDuplicates>[0]): Map<number, number[]> {
  const alike = new Map<number, number[]>()
  for (const [first, second] of nearDuplicates(questions)) alike.set(second, [...(alike.get(second) ?? []), first])
  return alike
}

function placeOf({ topic, question }: ImportCandidate): string {
  return `${topic.key}/${question.id}`
}

/** Two topics of one name would look the same to players. */
function named(topic: BankTopic, names: ReadonlyMap<string, string>): BankTopic {
  const isTaken = [...names].some(([key, name]) => key !== topic.key && fold(name) === fold(topic.name))
  return isTaken ? { ...topic, name: `${topic.name} (imported)` } : topic
}
