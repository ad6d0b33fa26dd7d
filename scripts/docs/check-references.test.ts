import { expect, test } from 'vitest'
import { anchorsOf, brokenReferences, sectionsOf } from './check-references.ts'

const contract = { path: 'docs/contract.md', text: '# Contract\n\n## 2. REST\n\n### 2.1 Requests\n\n## 8. Web app\n' }
const reliability = { path: 'docs/reliability.md', text: '## 3. Faults\n\n| F8 | database restarts |\n' }
const operations = { path: 'docs/operations.md', text: '## 2. Watch it\n\n#### QuizmasterDown\n' }
const decisions = [
  { path: 'docs/decisions/0009-outages.md', text: '' },
  { path: 'docs/decisions/0012-measured-difficulty.md', text: '' },
]

/** What the check reports about a source file with this text. */
function check(text: string, path = 'apps/server/src/a.ts'): string[] {
  return brokenReferences(
    [contract, reliability, operations, ...decisions, { path, text }],
    (named) => named === 'apps/web',
  )
}

test('sections are the numbers of headings, and of rows that have an identifier', () => {
  expect([...sectionsOf(contract.text)]).toEqual(['2', '2.1', '8'])
  expect([...sectionsOf(reliability.text)]).toEqual(['3', 'F8'])
})

test.each([
  '// contract 2',
  '/** Contract 2.1 and 8. */',
  '// contract section 8',
  '/**\n * as agreed (contract\n * 2.1, 8)\n */',
  '-- reliability F8',
  '// operations 2',
  '// docs/operations.md, section 2',
  '([operations](docs/operations.md), section 2)',
  '// decision 9',
  '// decisions 9 and 12',
  '// decision\n// 12, which a line break separates from its number',
  '# docs/operations.md#quizmasterdown',
  '// a contract of 3 pages, version 9 of the product',
])('%j leads somewhere', (text) => {
  expect(check(text)).toEqual([])
})

test.each([
  ['// contract 3', '"contract 3" is no section of docs/contract.md'],
  ['// contract 2.2', '"contract 2.2" is no section of docs/contract.md'],
  ['// contract 2 and 9', '"contract 9" is no section of docs/contract.md'],
  ['// contract 2.1 to 2.6', '"contract 2.6" is no section of docs/contract.md'],
  ['/* see contract section 7 */', '"contract 7" is no section of docs/contract.md'],
  ['// reliability F9', '"reliability F9" is no section of docs/reliability.md'],
  ['// operations 3', '"operations 3" is no section of docs/operations.md'],
  ['// docs/operations.md, section 3', '"operations 3" is no section of docs/operations.md'],
  ['([operations](docs/operations.md), section 3)', '"operations 3" is no section of docs/operations.md'],
  ['// decision 10', '"decision 10" is no page in docs/decisions'],
  ['// decisions 9 and 19', '"decision 19" is no page in docs/decisions'],
  ['# docs/operations.md#quizmasterup', 'links to #quizmasterup, which is no heading of docs/operations.md'],
  ['# docs/gone.md#alerts', 'links to docs/gone.md, which does not exist'],
  ['// product 4', '"product 4" is no section of docs/product.md'],
  ['// spec 2', '"spec 2" is an old name of a document'],
  ['/* guide 3.0 */', '"guide 3.0" is an old name of a document'],
  ['// (Spec point 6)', '"Spec 6" is an old name of a document'],
])('%j is reported', (text, problem) => {
  expect(check(text)).toEqual([`apps/server/src/a.ts:1 ${problem}`])
})

test('a reference that a comment breaks into two lines is reported with its first line', () => {
  expect(check('//\n// as agreed (contract\n// 4)')).toEqual([
    'apps/server/src/a.ts:2 "contract 4" is no section of docs/contract.md',
  ])
})

test('a file that a document names has to exist', () => {
  expect(check('`apps/web/`, `apps/{a,b}.ts`, `apps/gone.ts`', 'ARCHITECTURE.md')).toEqual([
    'ARCHITECTURE.md:1 names apps/gone.ts, which does not exist',
  ])
  expect(check('`apps/gone.ts`')).toEqual([])
})

test('anchors are made from headings', () => {
  expect([...anchorsOf('# Operations\n\n## 2. Watch it, “always”\n\n#### A_b-c\n')]).toEqual([
    'operations',
    '2-watch-it-always',
    'a_b-c',
  ])
})

test('what a document links to has to exist, and so does the heading', () => {
  const links =
    '[a](operations.md#2-watch-it) [b](../apps/web/) [c](https://a.example/#x) [d](decisions/0009-outages.md)'
  expect(check(links, 'docs/scaling.md')).toEqual([])
  expect(check('# Top\n\n[e](operations.md#3-upgrade) [f](gone.md) [g](#top) [h](#end)', 'docs/scaling.md')).toEqual([
    'docs/scaling.md:3 links to #3-upgrade, which is no heading of docs/operations.md',
    'docs/scaling.md:3 links to docs/gone.md, which does not exist',
    'docs/scaling.md:3 links to #end, which is no heading of docs/scaling.md',
  ])
})
