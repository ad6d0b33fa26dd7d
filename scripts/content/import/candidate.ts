import { createHash } from 'node:crypto'
import { type BankQuestion, type BankTopic, ContentError, parseTopicsFile } from '@quizmaster/content/topic-file'
import { questionFold } from '../rules/bank-rules.ts'
import { fold, foldCase, seededOrder } from '../texts.ts'

/** A question to import. `place` is its position in the file, such as `row 3`. */
export interface ImportCandidate {
  place: string
  topic: Omit<BankTopic, 'questions'>
  question: BankQuestion
  /** Questions from our own files are only skipped if they are the same; foreign ones also if they are similar. */
  isOwn: boolean
}

/** The contents of a file to import. `skipped` rows are valid but unusable. */
export interface ImportFile {
  candidates: ImportCandidate[]
  skipped: { place: string; reason: string }[]
}

/** A file that can't be imported. Each line of `faults` names file, row and reason. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** A question in a foreign file. */
export interface ForeignQuestion extends Omit<BankQuestion, 'id' | 'answers'> {
  id: string | undefined
  wrong: readonly string[]
  topicName: string
  group: string | undefined
}

/**
 * Makes a candidate from a foreign row. The id is derived from the question's text, so that the same question has the
 * same id at every import. The answers are put in an order that doesn't reveal the correct one.
 */
export function foreignCandidate(place: string, foreign: ForeignQuestion): ImportCandidate {
  const { wrong, topicName, group, right, ...rest } = foreign
  const id = foreign.id ?? `q-${shortHash(questionFold(foreign))}`
  const answers = seededOrder(id, [right, ...wrong])
  const topic = { key: importedKey(topicName), name: topicName, group: group ?? 'Imported', synonyms: [] }
  return { place, topic, question: { ...rest, id, right, answers }, isOwn: false }
}

/** Why a foreign row can't be played; null if it can. */
export function foreignFault({ text, right, wrong, topicName }: ForeignQuestion): string | null {
  if (text === '') return 'the question is empty'
  if (topicName === '') return 'the topic is empty'
  if (wrong.length !== 3) return `there are ${wrong.length} wrong answers, not 3`
  if ([right, ...wrong].includes('')) return 'an answer is empty'
  if (/[\p{Cc}\p{Cs}\uFFFD]/u.test([text, topicName, right, ...wrong].join('')))
    return 'a text contains a broken character'
  const twice = [right, ...wrong].find((answer, index, all) => all.findIndex(isSameAs(answer)) < index)
  return twice === undefined ? null : `the answer '${twice}' appears twice`
}

/** Replaces any run of white space, including line breaks, by one space. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isSameAs(answer: string): (other: string) => boolean {
  return (other) => foldCase(other) === foldCase(answer)
}

/** The prefix separates imported from written topics. Names with the same slug, like C and C#, also get a hash. */
function importedKey(topicName: string): string {
  const slug = fold(topicName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const isUnambiguous = slug !== '' && /^[A-Za-z0-9 :&,.'()/-]+$/.test(topicName)
  return ['imported', slug, isUnambiguous ? '' : shortHash(foldCase(topicName))].filter((part) => part !== '').join('-')
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/**
 * Reads our own format: a topic file, or several topics in one file. Keys, ids and the order of answers are kept.
 * @throws ImportError
 */
export function readOwn(file: string, yaml: string): ImportFile {
  try {
    const topics = parseTopicsFile(file, yaml)
    const candidates = topics.flatMap(({ questions, ...topic }) =>
      questions.map((question) => ({ place: `${topic.key}/${question.id}`, topic, question, isOwn: true })),
    )
    return { candidates, skipped: [] }
  } catch (error) {
    if (error instanceof ContentError) throw new ImportError([error.message])
    throw error
  }
}
