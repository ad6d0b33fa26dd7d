import { type BankQuestion, isKey } from '@quizmaster/content/topic-file'
import { CsvError, parse } from 'csv-parse/sync'
import {
  type ForeignQuestion,
  foreignCandidate,
  foreignFault,
  type ImportFile,
  ImportError,
  tidy,
} from './candidate.ts'

const NEEDED = ['topic', 'question', 'right', 'wrong1', 'wrong2', 'wrong3']
const OPTIONAL = ['difficulty', 'description', 'group', 'id', 'source_name', 'source_url', 'source_licence']

const DIFFICULTY: ReadonlyMap<string, number> = new Map([
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['easy', 1],
  ['middling', 2],
  ['medium', 2],
  ['hard', 3],
  ['', 2],
])

type Field = (column: string) => string

/**
 * Reads a CSV file with a header (columns: content/README.md), separated by commas or semicolons. Rows are numbered as
 * in a spreadsheet: the header is row 1. Empty rows are ignored.
 * @throws ImportError naming every bad row
 */
export function readCsv(file: string, csv: string): ImportFile {
  const [header = [], ...rows] = recordsOf(file, csv)
  const columns = header.map((name) => tidy(name).toLowerCase().replace(/[ -]/g, '_'))
  requireColumns(file, columns)
  const result: ImportFile = { candidates: [], skipped: [] }
  const faults: string[] = []
  for (const [index, row] of rows.entries()) {
    if (row.every((field) => field.trim() === '')) continue
    const place = `row ${index + 2}`
    const read = readRow(columns, row)
    if (typeof read === 'string') faults.push(`${file}, ${place}: ${read}`)
    else result.candidates.push(foreignCandidate(place, read))
  }
  if (faults.length === 0 && result.candidates.length === 0) faults.push(`${file}: holds no questions`)
  if (faults.length > 0) throw new ImportError(faults)
  return result
}

function recordsOf(file: string, csv: string): string[][] {
  const header = csv.split(/\r?\n/, 1)[0] ?? ''
  const delimiter = header.split(';').length > header.split(',').length ? ';' : ','
  try {
    return parse(csv, { bom: true, delimiter, relax_column_count: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportError([`${file}: ${error.message}`])
  }
}

function requireColumns(file: string, columns: readonly string[]): void {
  const missing = NEEDED.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !NEEDED.includes(name) && !OPTIONAL.includes(name))
  const twice = columns.filter((name, index) => columns.indexOf(name) < index)
  const faults = [
    ...missing.map((name) => `the column '${name}' is missing`),
    ...unknown.map((name) => `the column '${name}' is unknown: ${[...NEEDED, ...OPTIONAL].join(', ')} are known`),
    ...twice.map((name) => `the column '${name}' appears twice`),
  ]
  if (faults.length > 0) throw new ImportError(faults.map((fault) => `${file}, row 1: ${fault}`))
}

/** Returns the question, or what is wrong with it. */
function readRow(columns: readonly string[], row: readonly string[]): ForeignQuestion | string {
  if (row.length !== columns.length) return `${row.length} fields, the header has ${columns.length}`
  const field: Field = (column) => tidy(row[columns.indexOf(column)] ?? '')
  const difficulty = DIFFICULTY.get(field('difficulty').toLowerCase())
  if (difficulty === undefined)
    return `the difficulty '${field('difficulty')}' is not one of 1, 2, 3, easy, medium, hard`
  const id = field('id')
  if (id !== '' && !isKey(id)) return `the id '${id}' must be lower-case words joined by hyphens`
  const source = sourceOf(field)
  if (typeof source === 'string') return source
  const question: ForeignQuestion = {
    id: id === '' ? undefined : id,
    difficulty,
    text: field('question'),
    right: field('right'),
    wrong: ['wrong1', 'wrong2', 'wrong3'].map(field),
    topicName: field('topic'),
    group: field('group') || undefined,
    ...(field('description') === '' ? {} : { description: field('description') }),
    ...source,
  }
  return foreignFault(question) ?? question
}

/** A source needs all three fields: attribution without a licence is useless. */
function sourceOf(field: Field): Pick<BankQuestion, 'source'> | string {
  const source = { name: field('source_name'), url: field('source_url'), licence: field('source_licence') }
  const given = Object.values(source).filter((value) => value !== '').length
  if (given === 0) return {}
  if (given < 3) return 'source_name, source_url and source_licence belong together'
  return isWebAddress(source.url) ? { source } : `the source_url '${source.url}' is no web address`
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}
