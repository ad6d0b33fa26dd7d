import type { BankTopic } from '@quizmaster/content/topic-file'
import { questionFold } from '../rules/bank-rules.ts'
import { nearDuplicates } from '../rules/near-duplicates.ts'
import { type BankFile, isImported } from '../rules/topic-rules.ts'
import { fold } from '../texts.ts'
import type { ImportCandidate } from './candidate.ts'

/** What an import will do. `topics` are complete files of `content/imported/`, including existing questions. */
export interface ImportPlan {
  topics: BankTopic[]
  taken: ImportCandidate[]
  skipped: { candidate: ImportCandidate; reason: string }[]
}

interface PlanState {
  topics: Map<string, BankTopic>
  /** The place of each question in the bank, by its folded text. */
  placeByText: Map<string, string>
  /** Indexes of earlier questions that a question is similar to, by its own index. */
  similar: Map<number, number[]>
}

/** Sorts candidates into topics. Questions that are already in the bank, or earlier in the import, are skipped. */
export function planImport(candidates: readonly ImportCandidate[], bank: readonly BankFile[]): ImportPlan {
  const written = new Map(bank.filter(({ file }) => !isImported(file)).map(({ file, topic }) => [topic.key, file]))
  const stored = bank.flatMap(({ topic }) =>
    topic.questions.map((question) => ({ question, place: `${topic.key}/${question.id}` })),
  )
  const state: PlanState = {
    topics: new Map(bank.filter(({ file }) => isImported(file)).map(({ topic }) => [topic.key, topic])),
    placeByText: new Map(stored.map(({ question, place }) => [questionFold(question), place])),
    similar: listSimilar([...stored.map(({ question }) => question), ...candidates.map(({ question }) => question)]),
  }
  const places: (string | null)[] = stored.map(({ place }) => place)
  const plan: ImportPlan = { topics: [], taken: [], skipped: [] }
  for (const candidate of candidates) {
    const file = written.get(candidate.topic.key)
    const reason = file === undefined ? reasonToSkip(candidate, state, places) : `its topic is written in ${file}`
    places.push(reason === null ? placeOf(candidate) : null)
    if (reason !== null) plan.skipped.push({ candidate, reason })
    else {
      plan.taken.push(candidate)
      enter(candidate, state)
    }
  }
  const names = new Map(bank.map(({ topic }) => [topic.key, topic.name]))
  const touched = new Set(plan.taken.map(({ topic }) => topic.key))
  plan.topics = [...state.topics.values()].filter(({ key }) => touched.has(key)).map((topic) => named(topic, names))
  return plan
}

/** `places` has the place of every question before this one, null for skipped ones. */
function reasonToSkip(candidate: ImportCandidate, state: PlanState, places: readonly (string | null)[]): string | null {
  const same = state.placeByText.get(questionFold(candidate.question))
  if (same !== undefined) return `already in the bank as ${same}`
  const hasId = state.topics.get(candidate.topic.key)?.questions.some(({ id }) => id === candidate.question.id)
  if (hasId === true) return `its id ${placeOf(candidate)} is taken by another question`
  if (candidate.isOwn) return null
  const twin = state.similar.get(places.length)?.find((place) => typeof places[place] === 'string')
  return twin === undefined ? null : `looks like the fact of ${places[twin]}`
}

function enter(candidate: ImportCandidate, state: PlanState): void {
  const before = state.topics.get(candidate.topic.key) ?? { ...candidate.topic, questions: [] }
  state.topics.set(before.key, { ...before, questions: [...before.questions, candidate.question] })
  state.placeByText.set(questionFold(candidate.question), placeOf(candidate))
}

function listSimilar(questions: Parameters<typeof nearDuplicates>[0]): Map<number, number[]> {
  const similar = new Map<number, number[]>()
  for (const [first, second] of nearDuplicates(questions)) similar.set(second, [...(similar.get(second) ?? []), first])
  return similar
}

function placeOf({ topic, question }: ImportCandidate): string {
  return `${topic.key}/${question.id}`
}

/** Players couldn't tell two topics with the same name apart. */
function named(topic: BankTopic, names: ReadonlyMap<string, string>): BankTopic {
  const isTaken = [...names].some(([key, name]) => key !== topic.key && fold(name) === fold(topic.name))
  return isTaken ? { ...topic, name: `${topic.name} (imported)` } : topic
}
