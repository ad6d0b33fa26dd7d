import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

test('docs/reliability.md names the runs of each row that has any', () => {
  const named = readFileSync(PAGE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const row = /^\| ([DF]\d+) \|/.exec(line)?.[1]
      const [, runs = ''] = /\brun ((?:`[a-z-]+`(?:, )?)+) \|$/.exec(line) ?? []
      return [...runs.matchAll(/`([a-z-]+)`/g)].map(([, fault]) => `${row} ${fault}`)
    })
  const tested = Object.entries(FAULTS).flatMap(([fault, { rows }]) => rows.map((row) => `${row} ${fault}`))
  expect(named.toSorted()).toEqual(tested.toSorted())
})
