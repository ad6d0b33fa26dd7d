// `npm run content:check [-- --only KEY | --accept]`: checks the bank against all rules.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CONTENT_FOLDER, readContentFolder, readKeyLists } from './bank-folder.ts'
import { groupBy } from '../lib/group-by.ts'
import { bankFindings } from './rules/bank-rules.ts'
import { type Finding, findingLine } from './rules/finding.ts'
import { acceptKeys, keyListFindings } from './rules/key-list.ts'
import { revealingWordFindings } from './rules/revealing-words.ts'
import { readDictionary, spellingFindings } from './rules/spelling-rules.ts'
import { type BankFile, isImported, tallyOf, topicFindings } from './rules/topic-rules.ts'

export interface CheckResult {
  lines: string[]
  errorCount: number
}

/**
 * Checks the bank in `folder`.
 * @param only the key of the topic to report on; the others are read too, because questions must differ between topics
 */
export async function checkContent(folder: string, only?: string): Promise<CheckResult> {
  const { files, broken } = await readContentFolder(folder)
  const lists = await readKeyLists(folder)
  const dictionary = await readDictionary(folder)
  const isSelected = (file: string) => only === undefined || file.replace(/^.*\//, '') === `${only}.yaml`
  const findings = [
    ...broken,
    ...files.flatMap(topicFindings),
    ...bankFindings(files),
    ...revealingWordFindings(files),
    ...keyListFindings(files, lists),
    ...spellingFindings(files, dictionary),
  ].filter(({ file }) => isSelected(file))
  const selected = files.filter(({ file }) => isSelected(file))
  const errorCount = findings.filter(({ level }) => level === 'error').length
  const lines = [...grouped(findings), ...tallyLines(selected), summary(selected, findings, errorCount)]
  if (selected.length + broken.filter(({ file }) => isSelected(file)).length > 0) return { lines, errorCount }
  return { lines: [only === undefined ? 'no topic files' : `no topic '${only}'`], errorCount: errorCount + 1 }
}

/** Adds the new ids of all written topics to `keys/`. Returns the keys of the topics whose lists grew. */
export async function acceptContent(folder: string): Promise<string[]> {
  const { files } = await readContentFolder(folder)
  await mkdir(join(folder, 'keys'), { recursive: true })
  const grown: string[] = []
  for (const { file, topic } of files) {
    if (isImported(file)) continue
    const path = join(folder, 'keys', `${topic.key}.txt`)
    const before = await readFile(path, 'utf8').catch(() => '')
    const ids = topic.questions.map(({ id }) => id)
    const after = acceptKeys(before, ids)
    if (after === before) continue
    await writeFile(path, after)
    grown.push(topic.key)
  }
  return grown
}

function grouped(findings: readonly Finding[]): string[] {
  const byFile = [...groupBy(findings, ({ file }) => file)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return byFile.flatMap(([, group]) => [
    ...group.toSorted((a, b) => (a.level < b.level ? -1 : Number(a.level > b.level))).map(findingLine),
    '',
  ])
}

function tallyLines(files: readonly BankFile[]): string[] {
  const rows = files.map(({ file, topic }) => {
    const { questionCount, levels, longestCount, places } = tallyOf(topic)
    const longest = `${Math.round((100 * longestCount) / questionCount)} %`
    return [file.replace(/\.yaml$/, ''), String(questionCount), levels.join('/'), longest, places.join('/')]
  })
  const table = [['topic', 'questions', 'easy/medium/hard', 'longest', 'places'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  )
}

function summary(files: readonly BankFile[], findings: readonly Finding[], errorCount: number): string {
  const questionCount = files.reduce((sum, { topic }) => sum + topic.questions.length, 0)
  const noteCount = findings.length - errorCount
  return `${files.length} topics, ${questionCount} questions: ${errorCount} errors, ${noteCount} notes`
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, accept: { type: 'boolean', default: false } } })
  if (values.accept) {
    const grown = await acceptContent(CONTENT_FOLDER)
    console.log(grown.length > 0 ? `new ids accepted: ${grown.join(', ')}` : 'no new ids')
  }
  const { lines, errorCount } = await checkContent(CONTENT_FOLDER, values.only)
  console.log(lines.join('\n'))
  process.exitCode = errorCount > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
