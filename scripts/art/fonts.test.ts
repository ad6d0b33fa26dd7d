import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { charactersOf, fontParts } from '../../apps/web/build/split-font.ts'
import { CONTENT_FOLDER, readContentFolder } from '../content/bank-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const STYLES = join(ROOT, 'apps/web/src/styles/fonts.css')

const parts = fontParts(readFileSync(STYLES, 'utf8'))

test('the two files of Latin letters have each letter of the font once', () => {
  const ranges = join(ROOT, 'node_modules/@fontsource-variable/geologica/unicode.json')
  const { latin } = JSON.parse(readFileSync(ranges, 'utf8')) as { latin: string }
  expect(parts.map(({ name }) => name)).toEqual(['geologica-latin-rare.woff2', 'geologica-latin.woff2'])
  const characters = parts.flatMap((part) => [...part.characters])
  expect(characters.toSorted()).toEqual([...charactersOf(latin)].toSorted())
})

test('of 100 questions at least 98 need no more than the letters of the smaller file', async () => {
  const frequent = parts.at(-1)?.characters
  const { files } = await readContentFolder(CONTENT_FOLDER)
  const questions = files.flatMap(({ topic }) => topic.questions)
  const isDrawn = (text: string) => Array.from(text).every((character) => frequent?.has(character))
  const drawn = questions.filter(({ text, answers }) => [text, ...answers].every(isDrawn))
  expect(drawn.length).toBeGreaterThan(questions.length * 0.98)
})
