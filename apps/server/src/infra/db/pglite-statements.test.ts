import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPglite } from './pglite-engine.ts'
import { PgliteStatements } from './pglite-statements.ts'

let pglite: PGlite
let statements: PgliteStatements
beforeEach(async () => {
  pglite = await openPglite(null, null)
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

test('a text is prepared once, however often it is asked and with whatever values', async () => {
  await statements.query(INSERT, [1, 'Rex', ['a', 'b "c"'], 1_795_000_000_123])
  await statements.query(INSERT, [2, null, null, undefined])
  await expect(rowsOf(SELECT, 1)).resolves.toEqual([
    { id: 1, name: 'Rex', tags: ['a', 'b "c"'], at: 1_795_000_000_123 },
  ])
  await expect(rowsOf(SELECT, 2)).resolves.toEqual([{ id: 2, name: null, tags: null, at: null }])
  await expect(rowsOf(SELECT, 3)).resolves.toEqual([])
  await expect(countPrepared()).resolves.toBe(2)
})

test('tells what was done and to how many rows', async () => {
  await expect(statements.query(INSERT, [1, 'Rex', null, null])).resolves.toMatchObject({
    command: 'INSERT',
    affectedRows: 1,
  })
  await expect(statements.query('update pet set name = $1', ['Max'])).resolves.toMatchObject({
    command: 'UPDATE',
    affectedRows: 1,
  })
})

test('after an error the same text and others go on', async () => {
  await expect(statements.query('select * from nothing', [])).rejects.toMatchObject({ code: '42P01' })
  await statements.query(INSERT, [1, 'Rex', null, null])
  await expect(statements.query(INSERT, [1, 'Rex', null, null])).rejects.toMatchObject({ code: '23505' })
  await expect(statements.query(INSERT, ['one', 'Rex', null, null])).rejects.toMatchObject({ code: '22P02' })
  await expect(rowsOf(INSERT, 2, 'Max', null, null)).resolves.toEqual([])
  await expect(rowsOf('select count(*) from pet')).resolves.toEqual([{ count: 2 }])
})

test('a text first asked in a transaction that had failed or is rolled back can be asked again', async () => {
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

test('once forgotten, a text fits tables that have changed', async () => {
  await statements.query(INSERT, [1, 'Rex', null, null])
  await rowsOf(SELECT, 1)
  await pglite.exec(
    'alter table pet drop column tags; alter table pet drop column at; alter table pet add legs integer',
  )
  await statements.forgetAll()
  await expect(rowsOf(SELECT, 1)).resolves.toEqual([{ id: 1, name: 'Rex', legs: null }])
  await expect(countPrepared()).resolves.toBe(1)
})

test('what cannot be prepared is simply carried out', async () => {
  await expect(rowsOf('vacuum pet')).resolves.toEqual([])
  await expect(countPrepared()).resolves.toBe(0)
})
