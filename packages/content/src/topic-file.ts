import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'

/** A file of the bank that can't be read; the message names file, place and reason. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const text = z.string().trim().min(1)

const sourceSchema = z.object({ name: text, url: z.url(), licence: text })

const bankQuestionSchema = z.strictObject({
  id: z.string().regex(KEY, 'must be lower-case words joined by hyphens'),
  difficulty: z.enum(['1', '2', '3']).transform(Number),
  text,
  answers: z.array(text).length(4, 'must be four answers'),
  right: text,
  description: text.optional(),
  source: sourceSchema.optional(),
})

const topicFileSchema = z.strictObject({
  name: text,
  group: text,
  questions: z.array(bankQuestionSchema).min(1, 'must hold at least one question'),
})

/** One question as its file says it. `id` is its permanent key within the topic. */
export type BankQuestion = z.infer<typeof bankQuestionSchema>

/** One topic of the bank. `key` is its file's name without the ending, permanent too. */
export type BankTopic = z.infer<typeof topicFileSchema> & { key: string }

/**
 * Reads one topic file (format: content/README.md).
 * @param name the file's name within `content/`, such as `volcanoes.yaml`
 * @throws ContentError with file, line or question, and reason
 */
export function parseTopicFile(name: string, yaml: string): BankTopic {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter: lines })
  const syntaxError = document.errors[0]
  if (syntaxError) {
    const { line } = lines.linePos(syntaxError.pos[0])
    throw new ContentError(`${name}, line ${line}: ${syntaxError.message.split('\n')[0]}`)
  }
  const parsed = topicFileSchema.safeParse(document.toJS())
  if (!parsed.success) throw new ContentError(`${name}: ${describe(parsed.error.issues[0])}`)
  const key = name.replace(/^.*\//, '').replace(/\.yaml$/, '')
  if (!KEY.test(key)) throw new ContentError(`${name}: the file's name must be lower-case words joined by hyphens`)
  const topic = { ...parsed.data, key }
  requireSound(name, topic)
  return topic
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const [part, index, ...rest] = issue?.path ?? []
  if (part === 'questions' && typeof index === 'number') {
    return `question ${index + 1}, ${rest.join('.') || 'entry'}: ${issue?.message}`
  }
  return `${String(part ?? 'file')}: ${issue?.message}`
}

/** What the game itself relies on; matters of taste are the rules' (topic-rules.ts). */
function requireSound(name: string, topic: BankTopic): void {
  const ids = new Set<string>()
  for (const question of topic.questions) {
    const problem = ids.has(question.id)
      ? 'the id stands twice in the file'
      : new Set(question.answers).size < 4
        ? 'two answers are the same'
        : question.answers.includes(question.right)
          ? null
          : '`right` is none of the four answers'
    if (problem) throw new ContentError(`${name}, question ${question.id}: ${problem}`)
    ids.add(question.id)
  }
}
