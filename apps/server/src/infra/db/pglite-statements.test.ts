import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embeddedTemplate } from '../../testing/database.ts'
import { openPglite } from './pglite-server.ts'
import { PgliteStatements } from './pglite-statements.ts'

let pglite: PGlite
let statements: PgliteStatements
beforeEach(async () => {
  pglite = await openPglite(null, await embeddedTemplate())
  await pglite.exec('create table pet (id integer primary key, name text, tags text[], at bigint)')
  statements = new PgliteStatements(pglite)
})
afterEach(() => pglite.close())

const INSERT = 'insert into pet values ($1, $2, $3, $4)'
const SELECT = 'select * from pet where id = $1'

async function rowsOf(sql: string, ...params: unknown[]): Promise<unknown[]> {
  return (await statements.query(sql, params)).rows
}

async function countPrepared(): Promise<unknown> {
  const { rows } = await pglite.query<{ count: number }>('select count(*) from pg_prepared_statements')
  return rows[0]?.count
}

test('a query text is prepared once, whatever its parameters', async () => {
  await statements.query(INSERT, [1, 'Rex', ['a', 'b "c"'], 1_795_000_000_123])
  await statements.query(INSERT, [2, null, null, undefined])
  await expect(rowsOf(SELECT, 1)).resolves.toEqual([
    { id: 1, name: 'Rex', tags: ['a', 'b "c"'], at: 1_795_000_000_123 },
  ])
  await expect(rowsOf(SELECT, 2)).resolves.toEqual([{ id: 2, name: null, tags: null, at: null }])
  await expect(rowsOf(SELECT, 3)).resolves.toEqual([])
  await expect(countPrepared()).resolves.toBe(2)
})

test('returns the command and the number of rows affected', async () => {
  await expect(statements.query(INSERT, [1, 'Rex', null, null])).resolves.toMatchObject({
    command: 'INSERT',
    affectedRows: 1,
  })
  await expect(statements.query('update pet set name = $1', ['Max'])).resolves.toMatchObject({
    command: 'UPDATE',
    affectedRows: 1,
  })
})

test('after an error the same query and others still work', async () => {
  await expect(statements.query('select * from nothing', [])).rejects.toMatchObject({ code: '42P01' })
  await statements.query(INSERT, [1, 'Rex', null, null])
  await expect(statements.query(INSERT, [1, 'Rex', null, null])).rejects.toMatchObject({ code: '23505' })
  await expect(statements.query(INSERT, ['one', 'Rex', null, null])).rejects.toMatchObject({ code: '22P02' })
  await expect(rowsOf(INSERT, 2, 'Max', null, null)).resolves.toEqual([])
  await expect(rowsOf('select count(*) from pet')).resolves.toEqual([{ count: 2 }])
})

test('a query first run in a failed or rolled-back transaction can be run again', async () => {
  await pglite.exec('begin')
  await expect(statements.query('select * from nothing', [])).rejects.toMatchObject({ code: '42P01' })
  await expect(statements.query(SELECT, [1])).rejects.toMatchObject({ code: '25P02' })
  await pglite.exec('rollback')
  await pglite.exec('begin')
  await statements.query(INSERT, [1, 'Rex', null, null])
  await pglite.exec('rollback')
  await expect(rowsOf(SELECT, 1)).resolves.toEqual([])
  await statements.query(INSERT, [1, 'Rex', null, null])
  await expect(rowsOf('select name from pet')).resolves.toEqual([{ name: 'Rex' }])
})

test('after forgetAll a query matches the changed schema', async () => {
  await statements.query(INSERT, [1, 'Rex', null, null])
  await rowsOf(SELECT, 1)
  await pglite.exec(
    'alter table pet drop column tags; alter table pet drop column at; alter table pet add legs integer',
  )
  await statements.forgetAll()
  await expect(rowsOf(SELECT, 1)).resolves.toEqual([{ id: 1, name: 'Rex', legs: null }])
  await expect(countPrepared()).resolves.toBe(1)
})

test('a statement that cannot be prepared runs unprepared', async () => {
  await expect(rowsOf('vacuum pet')).resolves.toEqual([])
  await expect(countPrepared()).resolves.toBe(0)
})
