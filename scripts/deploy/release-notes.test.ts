import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { releaseNotes } from './release-notes.ts'

const root = join(import.meta.dirname, '../..')
const CHANGELOG = `# Changelog

About versions.

## Unreleased

## 0.2.0

### Added

- A thing.

## 0.1.0

The game.
`

test('the notes of a release are its section of the changelog', () => {
  expect(releaseNotes(CHANGELOG, '0.2.0', 'v0.2.0')).toBe('### Added\n\n- A thing.')
  expect(releaseNotes(CHANGELOG.replace(/## 0\.1\.0[^]*/, ''), '0.2.0', 'v0.2.0')).toContain('A thing')
})

test.each([
  { tag: 'v0.3.0', version: '0.2.0', changelog: CHANGELOG, line: 'package.json has version 0.2.0' },
  { tag: '0.2.0', version: '0.2.0', changelog: CHANGELOG, line: 'package.json has version 0.2.0' },
  { tag: 'v0.3.0', version: '0.3.0', changelog: CHANGELOG, line: 'says nothing about 0.3.0' },
  { tag: 'v0.2.0', version: '0.2.0', changelog: CHANGELOG.replace(/### Added\n\n.*\n/, ''), line: 'says nothing' },
  { tag: 'v0.1.0', version: '0.1.0', changelog: CHANGELOG, line: 'not the newest' },
  {
    tag: 'v0.2.0',
    version: '0.2.0',
    changelog: CHANGELOG.replace('released\n', 'released\n- New\n'),
    line: 'Unreleased',
  },
  {
    tag: 'v0.2.1',
    version: '0.2.1',
    changelog: CHANGELOG.replace('0.2.0', '0.2.1'),
    line: 'After 0.1.0 comes one of 0.1.1, 0.2.0, 1.0.0, not 0.2.1',
  },
])('there is no release $tag: $line', ({ tag, version, changelog, line }) => {
  expect(() => releaseNotes(changelog, version, tag)).toThrow(line)
})

test('every package has the version of the repository', () => {
  const versionOf = (path: string) =>
    (JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as { version: string }).version
  const folders = [
    'apps/server',
    'apps/web',
    'apps/mobile',
    'packages/contract',
    'packages/engine',
    'packages/channels',
  ]
  expect(folders.map(versionOf)).toEqual(folders.map(() => versionOf('.')))
})

test('everything that the release workflow runs exists', () => {
  const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>
  }
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  const files = commands.flatMap((command) => command.match(/scripts\/[\w./-]+/g) ?? [])
  const names = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name))
  expect(files).not.toEqual([])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(names.filter((name) => name === undefined || !(name in scripts))).toEqual([])
})
