import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BankTopic, ContentError, parseTopicFile } from '@quizmaster/content/topic-file'
import type { Finding } from './rules/finding.ts'
import { type KeyList, parseKeyList } from './rules/key-list.ts'
import type { BankFile } from './rules/topic-rules.ts'

/** The project's question bank. */
export const CONTENT_FOLDER = join(fileURLToPath(import.meta.url), '../../../content')

/** The bank on disk. `broken` lists the files that can't be read. */
export interface ContentFolder {
  files: BankFile[]
  broken: Finding[]
}

/** Reads every topic file below `folder`, sorted by name. A missing folder counts as empty. */
export async function readContentFolder(folder: string): Promise<ContentFolder> {
  const content: ContentFolder = { files: [], broken: [] }
  for (const file of await filesBelow(folder, '.yaml')) {
    const yaml = await readFile(join(folder, file), 'utf8')
    try {
      content.files.push({ file, topic: parseTopicFile(file, yaml) })
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      content.broken.push({ file, questionId: null, level: 'error', reason: withoutName(error.message, file) })
    }
  }
  return content
}

/** The lists of shipped ids in `content/keys`, by topic key. */
export async function readKeyLists(folder: string): Promise<Map<string, KeyList>> {
  const keysFolder = join(folder, 'keys')
  const lists = new Map<string, KeyList>()
  for (const file of await filesBelow(keysFolder, '.txt')) {
    lists.set(file.slice(0, -'.txt'.length), parseKeyList(await readFile(join(keysFolder, file), 'utf8')))
  }
  return lists
}

async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}

function withoutName(message: string, file: string): string {
  return message.startsWith(file) ? message.slice(file.length).replace(/^[,:] /, '') : message
}

/** A command with wrong arguments. The message is printed for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The topics with these keys, in that order; all topics if there are no keys. */
export function pickTopics(files: readonly BankFile[], keys: readonly string[]): BankTopic[] {
  const topics = files.map(({ topic }) => topic)
  if (keys.length === 0) return topics
  return [...new Set(keys)].map((key) => {
    const topic = topics.find((candidate) => candidate.key === key)
    if (!topic) throw new UsageError(`no topic '${key}'`)
    return topic
  })
}

/**
 * Writes all files or none: first under temporary names, then by renaming. If a rename fails, the earlier ones are
 * undone. A process killed between two renames leaves every file complete, either old or new.
 * @param texts by path
 */
export async function writeAllOrNone(texts: ReadonlyMap<string, string>): Promise<void> {
  const moved: { path: string; wasThere: boolean }[] = []
  try {
    for (const [path, text] of texts) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, text)
    }
    for (const path of texts.keys()) {
      const wasThere = await backUp(path)
      await rename(`${path}.new`, path)
      moved.push({ path, wasThere })
    }
  } catch (error) {
    for (const { path, wasThere } of moved) await (wasThere ? rename(`${path}.old`, path) : rm(path))
    throw error
  } finally {
    for (const path of texts.keys()) {
      await rm(`${path}.new`, { force: true })
      await rm(`${path}.old`, { force: true })
    }
  }
}

async function backUp(path: string): Promise<boolean> {
  try {
    await copyFile(path, `${path}.old`)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
