import { createHash } from 'node:crypto'
import { questionFold } from './bank-rules.ts'
import { seededOrder } from './seeded-order.ts'
import type { BankQuestion, BankTopic } from './topic-file.ts'
import { fold, foldCase } from './words.ts'

/** A question that a file offers. `place` says where it stands there, such as `row 3`. */
export interface ImportCandidate {
  place: string
  topic: Omit<BankTopic, 'questions'>
  question: BankQuestion
  /** Our own files are taken at their word; others' questions must not even resemble what the bank has. */
  isOwn: boolean
}

/** What a file holds: `skipped` rows are sound, but nothing for us. */
export interface ImportFile {
  candidates: ImportCandidate[]
  skipped: { place: string; reason: string }[]
}

/** A file that can't be imported; `faults` names file, row and reason, a line each. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** A question as foreign files hold it. */
export interface ForeignQuestion extends Omit<BankQuestion, 'id' | 'answers'> {
  id: string | undefined
  wrong: readonly string[]
  topicName: string
  group: string | undefined
}

/**
 * Makes a candidate of a foreign row. The id comes from the question's words, so that the same question has the same id
 * at every import; the answers are put in an order that doesn't tell the right one.
 */
export function foreignCandidate(place: string, foreign: ForeignQuestion): ImportCandidate {
  const { wrong, topicName, group, right, ...rest } = foreign
  const id = foreign.id ?? `q-${shortHash(questionFold(foreign))}`
  const answers = seededOrder(id, [right, ...wrong])
  const topic = { key: importedKey(topicName), name: topicName, group: group ?? 'Imported' }
  return { place, topic, question: { ...rest, id, right, answers }, isOwn: false }
}

/** Why a foreign row can't be played, or null. */
export function foreignFault({ text, right, wrong, topicName }: ForeignQuestion): string | null {
  if (text === '') return 'the question is empty'
  if (topicName === '') return 'the topic is empty'
  if (wrong.length !== 3) return `there are ${wrong.length} wrong answers, not 3`
  if ([right, ...wrong].includes('')) return 'an answer is empty'
  if (/[\p{Cc}\p{Cs}\uFFFD]/u.test([text, topicName, right, ...wrong].join('')))
    return 'a text holds a broken character'
  const twice = [right, ...wrong].find((answer, index, all) => all.findIndex(isSameAs(answer)) < index)
  return twice === undefined ? null : `the answer '${twice}' stands twice`
}

/** Spaces of all kinds become one, line breaks too. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isSameAs(answer: string): (other: string) => boolean {
  return (other) => foldCase(other) === foldCase(answer)
}

/** Set apart from written topics' keys by its first word. Names that a key can't tell apart, like C and C#, get more. */
function importedKey(topicName: string): string {
  const slug = fold(topicName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const isTold = slug !== '' && /^[A-Za-z0-9 :&,.'()/-]+$/.test(topicName)
  return ['imported', slug, isTold ? '' : shortHash(foldCase(topicName))].filter((part) => part !== '').join('-')
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
