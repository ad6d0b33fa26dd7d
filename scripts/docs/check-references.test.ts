import { expect, test } from 'vitest'
import { brokenReferences, sectionsOf } from './check-references.ts'

const contract = { path: 'docs/contract.md', text: '# Contract\n\n## 2. REST\n\n### 2.1 Requests\n\n## 8. Web app\n' }
const reliability = { path: 'docs/reliability.md', text: '## 3. Faults\n\n| F8 | database restarts |\n' }

/** What the check reports about a source file with this text. */
function check(text: string, path = 'apps/server/src/a.ts'): string[] {
  return brokenReferences([contract, reliability, { path, text }], (named) => named === 'apps/web')
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
