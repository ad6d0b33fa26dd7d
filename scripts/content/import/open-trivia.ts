import { decodeHTMLStrict } from 'entities'
import { z } from 'zod'
import {
  type ForeignQuestion,
  foreignCandidate,
  foreignFault,
  type ImportFile,
  ImportError,
  tidy,
} from './candidate.ts'

/** The licence requires attribution with every question. */
const SOURCE = { name: 'Open Trivia Database', url: 'https://opentdb.com', licence: 'CC BY-SA 4.0' }

const DIFFICULTY: ReadonlyMap<string, number> = new Map([
  ['easy', 1],
  ['medium', 2],
  ['hard', 3],
])

const fileSchema = z.object({
  response_code: z.number().optional(),
  results: z.array(z.unknown()).min(1, 'holds no questions'),
})

const rowSchema = z.object({
  category: z.string(),
  type: z.string(),
  difficulty: z.string(),
  question: z.string(),
  correct_answer: z.string(),
  incorrect_answers: z.array(z.string()),
})

type Row = z.infer<typeof rowSchema>
type Decode = (text: string) => string

/**
 * Reads a response of the Open Trivia Database's API in any of its encodings (HTML entities, URL, base64).
 * True/false rows are skipped.
 * @throws ImportError naming every bad row
 */
export function readOpenTrivia(file: string, json: string): ImportFile {
  const rows = rowsOf(file, json)
  const decode = decoderFor(rows.filter((row) => row !== null))
  const result: ImportFile = { candidates: [], skipped: [] }
  const faults: string[] = []
  for (const [index, row] of rows.entries()) {
    const place = `row ${index + 1}`
    const read = row === null ? 'not all of its fields are there' : readRow(row, decode)
    if (typeof read === 'string') faults.push(`${file}, ${place}: ${read}`)
    else if (read === null) result.skipped.push({ place, reason: 'a true/false question' })
    else result.candidates.push(foreignCandidate(place, read))
  }
  if (faults.length > 0) throw new ImportError(faults)
  return result
}

function rowsOf(file: string, json: string): (Row | null)[] {
  let data: unknown
  try {
    data = JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ImportError([`${file}: no JSON: ${error instanceof Error ? error.message : String(error)}`])
  }
  const parsed = fileSchema.safeParse(data)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ImportError([`${file}: ${issue?.path.join('.') || 'file'}: ${issue?.message}`])
  }
  const code = parsed.data.response_code ?? 0
  if (code !== 0)
    throw new ImportError([`${file}: the database answered with response_code ${code}, not with questions`])
  return parsed.data.results.map((row) => rowSchema.safeParse(row).data ?? null)
}

/** Returns the question, null for a true/false row, or what is wrong with it. */
function readRow(row: Row, decode: Decode): ForeignQuestion | null | string {
  const text = (value: string) => tidy(decode(value))
  try {
    const type = text(row.type)
    if (type === 'boolean') return null
    if (type !== 'multiple') return `the type '${type}' is unknown`
    const difficulty = DIFFICULTY.get(text(row.difficulty))
    if (difficulty === undefined) return `the difficulty '${text(row.difficulty)}' is not one of easy, medium, hard`
    const question = {
      id: undefined,
      difficulty,
      text: text(row.question),
      right: text(row.correct_answer),
      wrong: row.incorrect_answers.map(text),
      topicName: text(row.category),
      group: undefined,
      source: SOURCE,
    }
    return foreignFault(question) ?? question
  } catch (error) {
    if (error instanceof URIError) return 'a text is cut within its URL encoding'
    throw error
  }
}

/** The file doesn't name its encoding, so it is inferred from the spelling of the types and the lack of spaces. */
function decoderFor(rows: readonly Row[]): Decode {
  if (rows.every(({ type }) => type === btoa('multiple') || type === btoa('boolean'))) {
    return (text) => Buffer.from(text, 'base64').toString('utf8')
  }
  const texts = rows.flatMap((row) => [row.question, row.category])
  const isUrlEncoded = texts.some((text) => /%[0-9A-F]{2}/i.test(text)) && !texts.some((text) => text.includes(' '))
  return isUrlEncoded ? decodeURIComponent : decodeHTMLStrict
}
