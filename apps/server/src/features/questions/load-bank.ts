import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ContentError, parseTopicFile } from '@quizmaster/content/topic-file'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { holdLock, inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import { noteBankChange } from './bank.ts'
import { retireTopic, saveTopic } from './save-topic.ts'

export interface LoadBankDeps {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
}

interface ContentFile {
  name: string
  hash: string
  yaml: string
}

/**
 * Brings the stored bank in line with the files below `folder`, and says how many files had changed. An unchanged bank
 * costs the reading of the files and one query. A file that can't be used is logged and left out; what was loaded from
 * it before stays.
 */
export async function loadBank(deps: LoadBankDeps, folder: string): Promise<number> {
  const files = await readFiles(folder)
  if ((await changedOf(deps.db, files)).length === 0) return 0
  return inTransaction(deps.db, async (trx) => {
    // Two processes that start together load one after the other; the second finds nothing to do.
    await holdLock(trx, 'question bank')
    const changed = await changedOf(trx, files)
    for (const file of changed) await applyFile(trx, deps, file)
    if (changed.length > 0) await noteBankChange(trx)
    return changed.length
  })
}

/**
 * A file is changed when its text is not the one last loaded; one that is gone has a null text. Those come first, for a
 * file that moved to another folder is one of each.
 */
async function changedOf(db: Kysely<Tables>, files: readonly ContentFile[]) {
  const loaded = await db.selectFrom('content_file').select(['name', 'hash']).execute()
  const hashes = new Map(loaded.map((row) => [row.name, row.hash]))
  const names = new Set(files.map((file) => file.name))
  const gone = loaded.filter((row) => !names.has(row.name)).map(({ name }) => ({ name, hash: null, yaml: null }))
  return [...gone, ...files.filter((file) => hashes.get(file.name) !== file.hash)]
}

async function applyFile(
  trx: Transaction<Tables>,
  { clock, log }: LoadBankDeps,
  file: ContentFile | { name: string; hash: null; yaml: null },
): Promise<void> {
  if (file.yaml === null) {
    await retireTopic(trx, topicKeyOf(file.name))
    await trx.deleteFrom('content_file').where('name', '=', file.name).execute()
    return
  }
  try {
    await saveTopic(trx, parseTopicFile(file.name, file.yaml))
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    log.error({ msg: 'content_file_refused', reason: error.message })
    return
  }
  const row = { name: file.name, hash: file.hash, loaded_at: clock.now() }
  await trx
    .insertInto('content_file')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

function topicKeyOf(name: string): string {
  return name.replace(/^.*\//, '').replace(/\.yaml$/, '')
}

async function readFiles(folder: string): Promise<ContentFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return Promise.all(
    paths.map(async (path) => {
      const yaml = await readFile(path, 'utf8')
      return { name: relative(folder, path), hash: createHash('sha256').update(yaml).digest('hex'), yaml }
    }),
  )
}
