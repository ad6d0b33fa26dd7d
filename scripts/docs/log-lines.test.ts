import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const SOURCES = ['apps/server/src', 'packages/channels/src']

/** The events of log calls that name them by a variable. */
const BY_VARIABLE: Readonly<Record<string, readonly string[]>> = {
  'payment-alarms.ts': ['error payment_mismatch', 'error payment_needs_refund'],
  // Each outage names its events where it is created.
  'outage.ts': [],
}

/** Every log call of a source text, as `level event`. */
function eventsIn(file: string, text: string): readonly string[] {
  const found: string[] = []
  for (const { 1: level = '', index } of text.matchAll(/\blog\.(fatal|error|warn|info|debug|trace)\(/g)) {
    const call = text.slice(index, index + 400)
    const [, name, variable] = /\bmsg(?:: (?:'(\w+)'|(\w+)))?/.exec(call) ?? []
    if (name !== undefined) found.push(`${level} ${name}`)
    else if (variable !== undefined && BY_VARIABLE[file]) found.push(...BY_VARIABLE[file])
    else throw new Error(`${file}: this log call names no event:\n${call.split('\n')[0]}`)
  }
  for (const [, begun, ended] of text.matchAll(/begun: '(\w+)',\s*ended: '(\w+)'/g)) {
    found.push(`error ${begun}`, `info ${ended}`)
  }
  return found
}

const files = SOURCES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .map((name) => join(folder, name)),
)
const logged = new Set(
  files.flatMap((file) => eventsIn(file.split('/').at(-1) ?? '', readFileSync(join(root, file), 'utf8'))),
)

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const rows = [...page.matchAll(/^\| `(\w+)` \| (fatal|error|warn|info|debug|trace) \|.*\| (.*\S.*) \|$/gm)]

test('log calls are found in every form in which they are written', () => {
  expect(eventsIn('a.ts', "log.warn({ err: error, msg: 'one' })\nthis.#log.info({\n  msg: 'two',\n})")).toEqual([
    'warn one',
    'info two',
  ])
  expect(eventsIn('a.ts', "createOutage(deps, { begun: 'away', ended: 'away_over' })")).toEqual([
    'error away',
    'info away_over',
  ])
  expect(() => eventsIn('a.ts', 'log.info(`sent ${count} mails`)')).toThrow('names no event')
})

test('operations.md has a row for every event that is logged, and for no other', () => {
  const described = rows.map(([, event, level]) => `${level} ${event}`)
  expect(logged.size).toBeGreaterThan(30)
  expect(described.toSorted()).toEqual([...logged].toSorted())
})
