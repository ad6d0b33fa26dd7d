import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's root directory, searched upwards since the sources and the bundle are at different depths. */
export function findProjectRoot(from: string): string {
  if (existsSync(join(from, 'content')) && existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('The folder of the project (with content/) was not found')
  return findProjectRoot(parent)
}
