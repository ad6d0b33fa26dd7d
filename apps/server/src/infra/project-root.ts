import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the project, found from the running file: the sources and the bundle lie at different depths. */
export function findProjectRoot(from: string): string {
  if (existsSync(join(from, 'content')) && existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('The folder of the project (with content/) was not found')
  return findProjectRoot(parent)
}
