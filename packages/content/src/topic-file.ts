import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'

/** An invalid file of the bank. The message names file, place and reason. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** One line without control characters; the database accepts no others. */
const text = z
  .string('must be text')
  .trim()
  .min(1, 'must not be empty')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters')
const key = z.string('must be text').regex(KEY, 'must be lower-case words joined by hyphens')

const sourceSchema = z.object({
  name: text,
  url: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  licence: text,
})

const bankQuestionSchema = z.strictObject({
  id: key,
  difficulty: z.enum(['1', '2', '3'], 'must be 1, 2 or 3').transform(Number),
  text,
  answers: z.array(text).length(4, 'must be four answers'),
  right: text,
  description: text.optional(),
  source: sourceSchema.optional(),
})

const topicFileSchema = z.strictObject({
  name: text,
  group: text,
  /** Words by which a search finds the topic, in addition to its name and group. */
  synonyms: z.array(text).default([]),
  questions: z.array(bankQuestionSchema).min(1, 'must hold at least one question'),
})

const bundleSchema = z.strictObject({
  topics: z.array(z.looseObject({ key })).min(1, 'must hold at least one topic'),
})

/** A question in a topic file. `id` is its permanent key within the topic. */
export type BankQuestion = z.infer<typeof bankQuestionSchema>

/** A topic of the bank. `key` is its file's name without the extension, and permanent. */
export type BankTopic = z.infer<typeof topicFileSchema> & { key: string }

/**
 * Reads one topic file (format: content/README.md).
 * @param name the file's name within `content/`, such as `volcanoes.yaml`
 * @throws ContentError with file, line or question, and reason
 */
export function parseTopicFile(name: string, yaml: string): BankTopic {
  return topicOf(name, keyOf(name), readYaml(name, yaml))
}

/**
 * Reads a file to import: a topic file, or several topics in one file (`topics:`, each with its `key`).
 * @throws ContentError
 */
export function parseTopicsFile(name: string, yaml: string): BankTopic[] {
  const data = readYaml(name, yaml)
  if (typeof data !== 'object' || data === null || !('topics' in data)) return [topicOf(name, keyOf(name), data)]
  const parsed = bundleSchema.safeParse(data)
  if (!parsed.success) throw new ContentError(`${name}: ${describe(parsed.error.issues[0])}`)
  const keys = parsed.data.topics.map((topic) => topic.key)
  const twice = keys.find((topicKey, index) => keys.indexOf(topicKey) < index)
  if (twice !== undefined) throw new ContentError(`${name}, topic ${twice}: the key appears twice in the file`)
  return parsed.data.topics.map(({ key: topicKey, ...topic }) => topicOf(`${name}, topic ${topicKey}`, topicKey, topic))
}

/** Whether a text can be the key of a topic or the id of a question. */
export function isKey(value: string): boolean {
  return KEY.test(value)
}

function keyOf(name: string): string {
  const topicKey = name.replace(/^.*\//, '').replace(/\.yaml$/, '')
  if (isKey(topicKey)) return topicKey
  throw new ContentError(`${name}: the file's name must be lower-case words joined by hyphens`)
}

/** Every scalar stays text, so that `no`, `1e3` or a date are not converted. */
function readYaml(name: string, yaml: string): unknown {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter: lines })
  const syntaxError = document.errors[0]
  if (syntaxError) {
    const { line } = lines.linePos(syntaxError.pos[0])
    throw new ContentError(`${name}, line ${line}: ${syntaxError.message.split('\n')[0]}`)
  }
  try {
    return document.toJS()
  } catch (error) {
    // Aliases without an anchor, or so many that they would exhaust memory.
    throw new ContentError(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function topicOf(place: string, topicKey: string, data: unknown): BankTopic {
  const parsed = topicFileSchema.safeParse(data)
  if (!parsed.success) throw new ContentError(`${place}: ${describe(parsed.error.issues[0])}`)
  const topic = { ...parsed.data, key: topicKey }
  requirePlayable(place, topic)
  return topic
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const [part, index, ...rest] = issue?.path ?? []
  if ((part === 'questions' || part === 'topics') && typeof index === 'number') {
    return `${part.slice(0, -1)} ${index + 1}, ${rest.join('.') || 'entry'}: ${issue?.message}`
  }
  return `${String(part ?? 'file')}: ${issue?.message}`
}

/** Checks what the game relies on. The rules of style are in scripts/content/rules. */
function requirePlayable(place: string, topic: BankTopic): void {
  const ids = new Set<string>()
  for (const question of topic.questions) {
    const problem = ids.has(question.id) ? 'the id appears twice in the file' : whyUnplayable(question)
    if (problem !== null) throw new ContentError(`${place}, question ${question.id}: ${problem}`)
    ids.add(question.id)
  }
}

/** Why a question can't be played; null if it can. */
export function whyUnplayable(question: Pick<BankQuestion, 'answers' | 'right'>): string | null {
  if (new Set(question.answers).size < question.answers.length) return 'two answers are the same'
  return question.answers.includes(question.right) ? null : '`right` is not one of the four answers'
}
