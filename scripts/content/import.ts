// `npm run content:import -- FILE…`: imports questions into content/imported/ (formats: content/README.md).
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseTopicFile } from '@quizmaster/content/topic-file'
import { topicYaml } from '@quizmaster/content/topic-yaml'
import { CONTENT_FOLDER, readContentFolder, writeAllOrNone } from './bank-folder.ts'
import { ImportError, type ImportFile, readOwn } from './import/candidate.ts'
import { readCsv } from './import/csv.ts'
import { readOpenTrivia } from './import/open-trivia.ts'
import { type ImportPlan, planImport } from './import/plan.ts'

const MOST_FAULTS_SHOWN = 30

const READERS: ReadonlyMap<string, (file: string, text: string) => ImportFile> = new Map([
  ['.json', readOpenTrivia],
  ['.csv', readCsv],
  ['.yaml', readOwn],
])

/**
 * Imports all files or none; a folder stands for its topic files. Returns the lines of a report.
 * @throws ImportError if one of the files is bad; then nothing is written
 */
export async function importFiles(paths: readonly string[], folder: string): Promise<string[]> {
  const sources = (await Promise.all(paths.map(withinFolder))).flat()
  const { files: bank, broken } = await readContentFolder(folder)
  if (broken.length > 0) throw new ImportError(broken.map(({ file, reason }) => `the bank's own ${file}: ${reason}`))
  const read = await readAll(sources)
  const plan = planImport(
    read.flatMap(({ name, content }) =>
      content.candidates.map((candidate) => ({ ...candidate, place: `${name}, ${candidate.place}` })),
    ),
    bank,
  )
  const texts = new Map(plan.topics.map((topic) => [`imported/${topic.key}.yaml`, topicYaml(topic)]))
  // Throws if the text can't be read back, which would be a bug.
  for (const [file, text] of texts) parseTopicFile(file, text)
  await writeAllOrNone(new Map([...texts].map(([file, text]) => [join(folder, file), text])))
  return report(read, plan)
}

interface ReadFile {
  name: string
  content: ImportFile
}

async function readAll(paths: readonly string[]): Promise<ReadFile[]> {
  const faults: string[] = []
  const read: ReadFile[] = []
  for (const path of paths) {
    try {
      const name = basename(path)
      read.push({ name, content: readerOf(path)(name, textOf(name, await readFile(path))) })
    } catch (error) {
      if (error instanceof ImportError) faults.push(...error.faults)
      else throw error
    }
  }
  if (faults.length > 0) throw new ImportError(faults)
  return read
}

function textOf(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImportError([`${name}: is not in UTF-8; save it in that encoding`])
  }
}

function readerOf(path: string): (file: string, text: string) => ImportFile {
  const reader = READERS.get(extname(path).toLowerCase())
  if (reader) return reader
  throw new ImportError([`${basename(path)}: is not one of ${[...READERS.keys()].join(', ')}`])
}

async function withinFolder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ImportError([`${path}: no such file`])
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => name.endsWith('.yaml')).toSorted()
  if (names.length === 0) throw new ImportError([`${path}: holds no .yaml files`])
  return names.map((name) => join(path, name))
}

function report(read: readonly ReadFile[], plan: ImportPlan): string[] {
  const skipped = [
    ...read.flatMap(({ name, content }) => content.skipped.map(({ place, reason }) => `${name}, ${place}: ${reason}`)),
    ...plan.skipped.map(({ candidate, reason }) => `${candidate.place}: ${reason}`),
  ]
  const written = plan.topics.map((topic) => {
    const fresh = plan.taken.filter((candidate) => candidate.topic.key === topic.key).length
    return `content/imported/${topic.key}.yaml: ${fresh} taken, ${topic.questions.length} in all`
  })
  return [
    ...skipped.map((line) => `skipped ${line}`),
    ...written,
    `${plan.taken.length} taken, ${skipped.length} skipped, ${plan.topics.length} files written`,
  ]
}

async function main(): Promise<void> {
  const paths = process.argv.slice(2)
  try {
    if (paths.length === 0) throw new ImportError(['usage: npm run content:import -- FILE…'])
    console.log((await importFiles(paths, CONTENT_FOLDER)).join('\n'))
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const shown = error.faults.slice(0, MOST_FAULTS_SHOWN)
    const more = error.faults.length - shown.length
    console.error([...shown, ...(more > 0 ? [`and ${more} more`] : []), 'Nothing was imported.'].join('\n'))
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
