import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, databaseKinds } from '../../testing/database.ts'
import { copyTables } from './copy-tables.ts'
import { withMigrationSession } from './postgres-database.ts'
import { type DatabaseSession, differences, digestTables, inTextTransaction, listTables } from './table-digests.ts'

describe.runIf(databaseKinds().includes('postgres'))('two databases', () => {
  let source: Awaited<ReturnType<typeof createPostgresDatabase>>
  let target: typeof source
  beforeEach(async () => {
    source = await createPostgresDatabase()
    target = await createPostgresDatabase()
  })
  afterEach(async () => {
    await source.drop()
    await target.drop()
  })

  function withBoth<T>(work: (from: DatabaseSession, to: DatabaseSession) => Promise<T>): Promise<T> {
    return withMigrationSession(source.url, (from) => withMigrationSession(target.url, (to) => work(from, to)))
  }

  function copy(from: DatabaseSession, to: DatabaseSession) {
    return inTextTransaction(from, { isWriter: false }, () =>
      inTextTransaction(to, { isWriter: true }, () => copyTables(from, to)),
    )
  }

  test('identity columns and sequences continue where they were', async () => {
    await withBoth(async (from, to) => {
      const tables = `create table numbered (id bigint generated always as identity, name text);
        create sequence loose; create sequence untouched`
      await from.exec(tables)
      await to.exec(tables)
      await from.exec("insert into numbered (name) values ('a'), ('b'), ('c'); delete from numbered where name = 'c'")
      await from.exec("select setval('loose', 41)")
      await copy(from, to)
      await to.exec("insert into numbered (name) values ('d')")
      const numbered = await to.query('select id, name from numbered order by id')
      expect(numbered.map(({ id, name }) => `${String(id)}${String(name)}`)).toEqual(['1a', '2b', '4d'])
      const [next] = await to.query("select nextval('loose') as loose, nextval('untouched') as untouched")
      expect(next).toEqual({ loose: 42, untouched: 1 })
    })
  })

  test('a value that was changed on the way is detected, and nothing is kept', async () => {
    await withBoth(async (from, to) => {
      const table = 'create table note (id integer, text text)'
      await from.exec(`${table}; insert into note values (1, 'a'), (2, 'b')`)
      await to.exec(`${table};
        create rule spoil as on insert to note do also update note set text = 'B' where id = 2`)
      await expect(copy(from, to)).rejects.toThrow('After copying, note has different values.')
      expect(await to.query('select * from note')).toEqual([])
    })
  })

  test('triggers of the target do not write again what they wrote in the source', async () => {
    await withBoth(async (from, to) => {
      for (const session of [from, to]) {
        await session.exec(`create table note (id integer); create table written (id integer);
          create function write() returns trigger language plpgsql as $$ begin
            insert into written values (new.id); return null; end $$;
          create trigger write after insert on note for each row execute function write()`)
      }
      await from.exec('insert into note values (1)')
      await copy(from, to)
      await to.exec('insert into note values (2)')
      expect(await to.query('select * from written order by id')).toEqual([{ id: 1 }, { id: 2 }])
    })
  })

  test('tables are compared whatever the order of their rows and the settings of the servers', async () => {
    await withBoth(async (from, to) => {
      await from.exec("create table a (x float8, y bytea, t timestamptz); set timezone = 'Asia/Tokyo'")
      await to.exec(
        "create table a (x float8, y bytea, t timestamptz); set bytea_output = 'escape'; set extra_float_digits = 0",
      )
      const rows = String.raw`(0.1::float8 + 0.2::float8, '\x00ff'::bytea, '2026-03-12 10:00Z'::timestamptz), (null, null, null)`
      await from.exec(`insert into a values ${rows}`)
      await to.exec(`insert into a select * from (values ${rows}) as v (x, y, t) order by x nulls first`)
      const compare = () =>
        inTextTransaction(from, { isWriter: false }, () =>
          inTextTransaction(to, { isWriter: false }, async () =>
            differences(await digestTables(from, await listTables(from)), await digestTables(to, await listTables(to))),
          ),
        )
      expect(await compare()).toEqual([])
      await to.exec('update a set x = 0.3 where x is not null')
      expect(await compare()).toEqual(['a has different values'])
      await to.exec('delete from a where x is null; create table b (z text)')
      expect(await compare()).toEqual(['a has 1 rows instead of 2', 'b is only in the second database'])
      await to.exec('drop table a')
      expect(await compare()).toEqual(['a is missing', 'b is only in the second database'])
    })
  })

  test('tables with different columns are refused', async () => {
    await withBoth(async (from, to) => {
      await from.exec('create table note (id integer, text text)')
      await to.exec('create table note (id integer, text varchar)')
      await expect(copy(from, to)).rejects.toThrow('Table note has different columns')
    })
  })
})
