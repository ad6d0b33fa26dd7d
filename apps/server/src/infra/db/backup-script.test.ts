import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, databaseUrlOf, openTestDatabase } from '../../testing/database.ts'
import { fillTables } from '../../testing/fill-tables.ts'
import type { Database } from './database.ts'
import { withSession } from './postgres-database.ts'

const SCRIPT = join(import.meta.dirname, '../../../../../deploy/backup.sh')
const OLD = 'quizmaster-2020-01-01T000000Z.dump'

describe.runIf(databaseKinds().includes('postgres'))('deploy/backup.sh', () => {
  let database: Database
  let url: string
  /** Of the backups; contains an old one. */
  let folder: string
  /** Comes first in PATH. */
  let tools: string

  beforeEach(async () => {
    database = await openTestDatabase('postgres')
    url = await databaseUrlOf(database)
    await withSession(url, fillTables)
    folder = mkdtempSync(join(tmpdir(), 'quizmaster-backup-'))
    tools = mkdtempSync(join(tmpdir(), 'quizmaster-tools-'))
    writeFileSync(join(folder, OLD), '')
    utimesSync(join(folder, OLD), 0, 0)
  })
  afterEach(async () => {
    await database.close()
    for (const each of [folder, tools]) rmSync(each, { recursive: true, force: true })
  })

  const backUp = () =>
    spawnSync('sh', [SCRIPT, folder], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url, PATH: `${tools}${delimiter}${process.env['PATH']}` },
    })

  test('prints the file of the new backup and deletes those older than two weeks', () => {
    const { status, stdout } = backUp()
    expect(status).toBe(0)
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([stdout.trim()])
  })

  test('a backup that is cut short fails and is not kept; the old ones are', () => {
    const real = execFileSync('sh', ['-c', 'command -v pg_dump'], { encoding: 'utf8' }).trim()
    // Its table of contents is complete, and the last bytes of the data are missing.
    const cutShort = [
      '#!/bin/sh',
      `"${real}" "$@" || exit`,
      'for argument; do case $argument in --file=*) truncate -s -200 "${argument#--file=}" ;; esac; done',
    ]
    writeFileSync(join(tools, 'pg_dump'), `${cutShort.join('\n')}\n`, { mode: 0o755 })
    const { status, stdout, stderr } = backUp()
    expect(status).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain('end of file')
    expect(readdirSync(folder)).toEqual([OLD])
  })
})
