import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Gives the classes and animations of CSS modules short names, because the names are repeated in the styles, the
 * prerendered pages and the scripts of every screen. Not in development.
 */
export function shortClassNames(): Plugin {
  return {
    name: 'quizmaster:class-names',
    apply: 'build',
    config: ({ root = '' }) => ({ css: { modules: { generateScopedName: namesBelow(join(root, 'src')) } } }),
  }
}

/**
 * A name is letters for the file, by its position among all files in this folder, and a number within the file. The
 * build of the prerendered pages reads the same files and so arrives at the same names.
 */
function namesBelow(folder: string): (name: string, path: string) => string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .toSorted()
  const namesOf = new Map(files.map((path) => [path, [] as string[]]))
  return (name, path) => {
    const names = namesOf.get(relative(folder, path))
    if (!names) throw new Error(`${path} is not in ${folder}`)
    if (!names.includes(name)) names.push(name)
    const file = files.indexOf(relative(folder, path))
    const [first, second] = [Math.floor(file / LETTERS.length), file % LETTERS.length]
    return `${LETTERS[first]}${LETTERS[second]}${names.indexOf(name)}`
  }
}
