// `npm run content:export -- TARGET [KEY…]`: exports the bank or some topics into a folder or one .yaml file.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleYaml, topicYaml } from '@quizmaster/content/topic-yaml'
import { CONTENT_FOLDER, pickTopics, readContentFolder, UsageError, writeAllOrNone } from './bank-folder.ts'

/**
 * Writes topics in our own format, which `content:import` reads back unchanged. Returns the number of topics.
 * @param target a `.yaml` file for all topics, or a folder for one file per topic; must not exist yet
 * @param keys of the topics; all topics if empty
 * @throws UsageError
 */
export async function exportTopics(folder: string, target: string, keys: readonly string[]): Promise<number> {
  const { files, broken } = await readContentFolder(folder)
  const first = broken[0]
  if (first) throw new UsageError(`${first.file}: ${first.reason}`)
  const topics = pickTopics(files, keys)
  await requireFree(target)
  const texts = target.endsWith('.yaml')
    ? [[target, bundleYaml(topics)] as const]
    : topics.map((topic) => [join(target, `${topic.key}.yaml`), topicYaml(topic)] as const)
  await writeAllOrNone(new Map(texts))
  return topics.length
}

async function requireFree(target: string): Promise<void> {
  const found = await readdir(target).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [target]
    throw error
  })
  if (found.length > 0) throw new UsageError(`${target} exists already`)
}

async function main(): Promise<void> {
  const [target, ...keys] = process.argv.slice(2)
  try {
    if (target === undefined) throw new UsageError('usage: npm run content:export -- FOLDER|FILE.yaml [KEY…]')
    console.log(`${await exportTopics(CONTENT_FOLDER, target, keys)} topics written to ${target}`)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
