// What was built from what: a hash over the names, sizes and times of the inputs, kept under .cache.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run.mjs'

const SKIPPED = new Set(['node_modules', 'dist', 'img', '.vite'])
const stampOf = (part) => join(root, '.cache', `${part.name}.built`)

/** True when the part's output is there and was built from these inputs. */
export function isFresh(part, inputs) {
  if (!existsSync(join(root, part.output)) || !existsSync(stampOf(part))) return false
  return readFileSync(stampOf(part), 'utf8') === inputs
}

/** Remembers what the part was built from: the inputs as they were before, for one may change under the build. */
export function markFresh(part, inputs) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampOf(part), inputs)
}

/** Names the inputs of a part as they are now. */
export async function hashOf(part) {
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
