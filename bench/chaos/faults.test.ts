import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The guarantees and faults of docs/reliability.md: `D2` or `F8`, and what covers it. */
const coverage = read('docs/reliability.md')
  .split('\n')
  .flatMap((line) => {
    const [, row, cover] = /^\| ([DF]\d+) \|.*\| ([^|]+) \|$/.exec(line) ?? []
    return row === undefined || cover === undefined ? [] : [{ row, cover }]
  })

/** What stands for a run of `npm run bench:chaos`: another run by hand, or the reason why there is none. */
function hasRun(cover: string): boolean {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [, bench] = /`npm run (bench:[a-z-]+)`/.exec(cover) ?? []
  return /\brun `/.test(cover) || (bench !== undefined && bench in scripts) || /\bno run: \w+ \w+/.test(cover)
}

test('docs/reliability.md names the runs of each row that has any', () => {
  const named = coverage.flatMap(({ row, cover }) => {
    const [, runs = ''] = /\brun ((?:`[a-z-]+`(?:, )?)+)$/.exec(cover) ?? []
    return [...runs.matchAll(/`([a-z-]+)`/g)].map(([, fault]) => `${row} ${fault}`)
  })
  const tested = Object.entries(FAULTS).flatMap(([fault, { rows }]) => rows.map((row) => `${row} ${fault}`))
  expect(named.toSorted()).toEqual(tested.toSorted())
})

test('each row of docs/reliability.md has a run or says why it needs none, and the tests it names exist', () => {
  expect(coverage.length).toBeGreaterThan(40)
  expect(hasRun('`a.test.ts`')).toBe(false)
  expect(coverage.filter(({ cover }) => !hasRun(cover)).map(({ row }) => row)).toEqual([])
  const tests = coverage.flatMap(({ cover }) =>
    [...cover.matchAll(/`(\S+\.(?:test|spec)\.tsx?)`/g)].map(([, path]) => path),
  )
  expect(tests.length).toBeGreaterThan(40)
  expect(tests.filter((path = '') => !existsSync(join(ROOT, path)))).toEqual([])
})
