import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const SOURCE = '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2'
const STYLES = 'src/styles/fonts.css'
const FOLDER = '.cache/fonts'
const OPTIONS = {
  targetFormat: 'woff2',
  // The features that our styles need: tabular figures, kerning, and the positions of accents.
  keepFeatures: ['tnum', 'lnum', 'kern', 'ccmp', 'locl', 'mark', 'mkmk'],
  // The weights that our styles use.
  variationAxes: { wght: { min: 400, max: 850 } },
} as const
/** A part of the font in the styles: its file name and its character ranges. */
const PART = new RegExp(`url\\('[./]+/${FOLDER}/([\\w-]+\\.woff2)'\\)[^;]*;\\s+unicode-range:([^;]+);`, 'g')

export interface FontPart {
  name: string
  characters: ReadonlySet<string>
}

/**
 * Splits the font's file of Latin letters into the parts that `fonts.css` names, so that a page loads rare letters only
 * if it shows them. The parts are written to `.cache/fonts`.
 */
export function splitFont(): Plugin {
  let root = ''
  return {
    name: 'quizmaster:split-font',
    configResolved: (config) => {
      root = config.root
    },
    async buildStart() {
      const parts = fontParts(await readFile(join(root, STYLES), 'utf8'))
      const font = await readFile(createRequire(join(root, STYLES)).resolve(SOURCE))
      await mkdir(join(root, FOLDER), { recursive: true })
      await Promise.all(
        parts.map(async ({ name, characters }) => {
          const part = await subsetFont(font, [...characters].join(''), OPTIONS)
          await writeFile(join(root, FOLDER, name), part)
        }),
      )
    },
  }
}

/** The parts that the styles refer to. */
export function fontParts(css: string): FontPart[] {
  return [...css.matchAll(PART)].map(([, name = '', ranges = '']) => ({ name, characters: charactersOf(ranges) }))
}

/** The characters of a list of ranges, such as `U+0041-005A, U+00E9`. */
export function charactersOf(ranges: string): Set<string> {
  const characters = new Set<string>()
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range
      .trim()
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    for (let code = first; code <= last; code += 1) characters.add(String.fromCodePoint(code))
  }
  return characters
}
