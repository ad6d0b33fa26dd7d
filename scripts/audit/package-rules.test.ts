import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licenceFindings, type LockedPackage, lockedPackages, scriptFindings } from './package-rules.ts'

const PACKAGES: Record<string, LockedPackage> = {
  '': { version: '1.0.0', license: 'MIT' },
  'apps/server': { version: '1.0.0' },
  'node_modules/@quizmaster/server': { link: true },
  'node_modules/kind': { version: '1.0.0', license: 'MIT' },
  'node_modules/kind/node_modules/choice': { version: '2.0.0', license: '(GPL-3.0 OR MIT)' },
  'node_modules/lightningcss': { version: '3.0.0', license: 'MPL-2.0', hasInstallScript: true },
}

test('our own packages are not audited', () => {
  expect(lockedPackages(PACKAGES).map(([name]) => name)).toEqual(['kind', 'choice', 'lightningcss'])
})

test.each<[LockedPackage, string]>([
  [{ version: '1.0.0', license: 'GPL-3.0' }, 'licence GPL-3.0'],
  [{ version: '1.0.0', license: 'MPL-2.0' }, 'licence MPL-2.0'],
  [{ version: '1.0.0', license: '(MIT AND GPL-3.0)' }, 'licence (MIT AND GPL-3.0)'],
  [{ version: '1.0.0', license: '(MIT AND BSD)' }, 'licence (MIT AND BSD)'],
  [{ version: '1.0.0' }, 'no licence'],
])('a package with %o is a finding', (entry, finding) => {
  const packages = lockedPackages({ ...PACKAGES, 'node_modules/@some/thing': entry })
  expect(licenceFindings(packages)).toEqual([`@some/thing 1.0.0: ${finding}`])
})

test('an install script is a finding until somebody has decided on it', () => {
  const packages = lockedPackages(PACKAGES)
  expect(scriptFindings(packages, {})).toEqual(['lightningcss 3.0.0: install script'])
  expect(scriptFindings(packages, { lightningcss: true })).toEqual([])
  expect(scriptFindings(packages, { lightningcss: false })).toEqual([])
})

test('every package that the lock file names passes', () => {
  const root = join(import.meta.dirname, '../..')
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  expect(licenceFindings(lockedPackages(packages))).toEqual([])
  expect(scriptFindings(lockedPackages(packages), allowScripts)).toEqual([])
})
