// What was built from what: a hash over the names, sizes and times of the inputs, kept under .cache.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run.mjs'

const SKIPPED = new Set(['node_modules', 'dist', 'img', '.vite'])
const stampOf = (part) => join(root, '.cache', `${part.name}.built`)

/** True when the part's output is there and its inputs are those it was built from. */
export async function isFresh(part) {
  if (!existsSync(join(root, part.output)) || !existsSync(stampOf(part))) return false
  return (await readFile(stampOf(part), 'utf8')) === (await hashOf(part))
}

/** Remembers that the part has just been built. */
export async function markFresh(part) {
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(stampOf(part), await hashOf(part))
}

async function hashOf(part) {
  const lines = []
  for (const input of part.inputs) await collect(join(root, input), lines)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

async function collect(path, lines) {
  const info = await stat(path)
  if (info.isDirectory()) {
    const names = (await readdir(path)).filter((name) => !SKIPPED.has(name))
    await Promise.all(names.map((name) => collect(join(path, name), lines)))
  } else if (!/\.test\.tsx?$/.test(path)) {
    lines.push(`${path} ${info.size} ${info.mtimeMs}`)
  }
}
