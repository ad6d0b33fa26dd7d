import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLANTED_BUGS } from './planted-bugs.ts'

test.each(PLANTED_BUGS)('the engine has one place to plant: $what', ({ file, find }) => {
  const code = readFileSync(new URL(`../../packages/engine/src/${file}`, import.meta.url), 'utf8')
  expect(code.split(find)).toHaveLength(2)
})
