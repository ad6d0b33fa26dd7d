// Hashes of input files, kept under .cache: what a build was made from, and what a check last passed on.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Folders that are installed, built or written by a run. */
const GENERATED = new Set([
  'node_modules',
  'dist',
  'img',
  'www',
  '.vite',
  '.git',
  '.cache',
  'data',
  'test-results',
  'playwright-report',
])
const stampOf = (part) => join(root, '.cache', `${part.name}.built`)

/** True when the part's output exists and was built from these inputs. */
export function isFresh(part, inputs) {
  if (!existsSync(join(root, part.output)) || !existsSync(stampOf(part))) return false
  return readFileSync(stampOf(part), 'utf8') === inputs
}

/** Records what the part was built from. Hash the inputs before the build, because one may change during it. */
export function markFresh(part, inputs) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampOf(part), inputs)
}

/** A hash of the names, sizes and times of a part's inputs, without its tests. */
export async function hashOf(part) {
  return hashFiles(part.inputs, async (path, info) =>
    /\.test\.tsx?$/.test(path) ? null : `${path} ${info.size} ${info.mtimeMs}`,
  )
}

/** A hash of the names and contents of all files in `inputs`, which are paths from the root. */
export async function contentHashOf(inputs) {
  return hashFiles(
    inputs,
    async (path) =>
      `${path} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
  )
}

async function hashFiles(inputs, lineOf) {
  const lines = []
  for (const input of inputs) await collect(join(root, input), lineOf, lines)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

async function collect(path, lineOf, lines) {
  const info = await stat(path)
  if (info.isDirectory()) {
    const names = (await readdir(path)).filter((name) => !GENERATED.has(name))
    await Promise.all(names.map((name) => collect(join(path, name), lineOf, lines)))
  } else if (info.isFile()) {
    const line = await lineOf(path, info)
    if (line !== null) lines.push(line)
  }
}
