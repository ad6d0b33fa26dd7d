import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Finding } from './finding.ts'
import { type KeyList, parseKeyList } from './key-list.ts'
import { ContentError, parseTopicFile } from './topic-file.ts'
import type { BankFile } from './topic-rules.ts'

/** The bank as it lies on disk. `broken` are files that can't be read at all. */
export interface ContentFolder {
  files: BankFile[]
  broken: Finding[]
}

/** Reads every topic file below `folder`, in order of their names. A missing folder reads as an empty one. */
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

/** The lists of shipped ids in `content/keys/`, by topic key. */
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
