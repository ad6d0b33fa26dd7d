import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../infra/db/database.ts'
import { holdLock, inTransaction } from '../../infra/db/transaction.ts'
import { silentLog } from '../../infra/log.ts'
import { topicFile } from '../../testing/build-app.ts'
import { databaseKinds, databaseUrlOf, openTestDatabase, PATIENT_TIMEOUTS } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { createBank } from './bank.ts'
import { loadBank } from './load-bank.ts'

describe.each(databaseKinds())('the question bank on %s', (kind) => {
  let database: Database
  let folder: string
  let reasons: string[]
  const clock = fakeClock()
  beforeEach(async () => {
    database = await openTestDatabase(kind)
    folder = await mkdtemp(join(tmpdir(), 'quizmaster-bank-'))
    reasons = []
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  const write = (name: string, yaml: string) => writeFile(join(folder, name), yaml)
  const load = () => {
    const log = pino({}, { write: (line: string) => void reasons.push(JSON.parse(line).reason) })
    return loadBank({ db: database.db, clock, log }, folder)
  }
  const questions = () => database.db.selectFrom('question').selectAll().orderBy('key').execute()
  const snapshot = () => createBank({ db: database.db, clock }).current()

  test('loading the same files again changes nothing', async () => {
    await write('apples.yaml', topicFile('Apples', 3))
    expect(await load()).toBe(1)
    const before = await questions()
    const { version } = await snapshot()
    expect(await load()).toBe(0)
    expect(await questions()).toEqual(before)
    expect((await snapshot()).version).toBe(version)
  })

  test('changing a text keeps the ids of the question and its answers', async () => {
    await write('apples.yaml', topicFile('Apples', 1))
    await load()
    const [before] = await questions()
    await write(
      'apples.yaml',
      topicFile('Apples', 1).replace('Wrong 1b', 'Quite wrong').replace('Question 1 of', 'Which question of'),
    )
    expect(await load()).toBe(1)
    const [after] = await questions()
    expect(after?.id).toBe(before?.id)
    expect(after?.correct_answer_id).toBe(before?.correct_answer_id)
    expect(after?.answers.map((answer) => answer.id)).toEqual(before?.answers.map((answer) => answer.id))
    expect(after?.answers[2]?.text).toBe('Quite wrong')
    expect(after?.text).toBe('Which question of Apples?')
  })

  test('reordered answers keep their ids', async () => {
    await write('apples.yaml', topicFile('Apples', 1))
    await load()
    const [before] = await questions()
    await write('apples.yaml', topicFile('Apples', 1).replace('[Right 1, Wrong 1a,', '[Wrong 1a, Right 1,'))
    await load()
    const [after] = await questions()
    const idOf = (text: string, row = after) => row?.answers.find((answer) => answer.text === text)?.id
    expect(idOf('Right 1')).toBe(idOf('Right 1', before))
    expect(after?.correct_answer_id).toBe(before?.correct_answer_id)
  })

  test('a question or topic that is deleted from the files leaves circulation, and returns if it is added again', async () => {
    await write('apples.yaml', topicFile('Apples', 3))
    await write('pears.yaml', topicFile('Pears', 2))
    await load()
    await write('apples.yaml', topicFile('Apples', 2))
    await rm(join(folder, 'pears.yaml'))
    expect(await load()).toBe(2)
    expect((await snapshot()).questionIds).toHaveLength(2)
    expect((await snapshot()).topics.map((topic) => topic.text)).toEqual(['Apples'])
    await write('pears.yaml', topicFile('Pears', 2))
    await write('apples.yaml', topicFile('Apples', 3))
    await load()
    expect((await snapshot()).questionIds).toHaveLength(5)
  })

  test('an invalid file is logged by name, and what was loaded from it before stays', async () => {
    await write('apples.yaml', topicFile('Apples', 2))
    await load()
    await write('apples.yaml', topicFile('Apples', 2).replace('right: Right 2', 'right: Something else'))
    await write('pears.yaml', topicFile('Pears', 2))
    await load()
    expect(reasons).toEqual(['apples.yaml, question q2: `right` is not one of the four answers'])
    expect((await snapshot()).questionIds).toHaveLength(4)
  })

  test('two processes that start at once load the bank once', async () => {
    await write('apples.yaml', topicFile('Apples', 3))
    expect((await Promise.all([load(), load()])).toSorted()).toEqual([0, 1])
    expect((await snapshot()).version).toBe(1)
  })

  test('a running process sees a change within 2 seconds', async () => {
    await write('apples.yaml', topicFile('Apples', 1))
    await load()
    const bank = createBank({ db: database.db, clock })
    expect((await bank.current()).questionIds).toHaveLength(1)
    await write('apples.yaml', topicFile('Apples', 2))
    await load()
    expect((await bank.current()).questionIds).toHaveLength(1)
    clock.advance(2_000)
    expect((await bank.current()).questionIds).toHaveLength(2)
  })
})

test.runIf(databaseKinds().includes('postgres'))(
  'a process that starts while another one loads the bank waits for as long as that takes',
  async () => {
    const database = await openTestDatabase('postgres')
    const folder = await mkdtemp(join(tmpdir(), 'quizmaster-bank-'))
    await writeFile(join(folder, 'apples.yaml'), topicFile('Apples', 1))
    const locks: string[] = []
    const other = await openDatabase({
      databaseUrl: await databaseUrlOf(database),
      dataDir: '',
      // The other one takes longer than a statement may wait for a lock.
      timeouts: { ...PATIENT_TIMEOUTS, lockMs: 1 },
      onStatement: ({ query }) => query.sql.includes('advisory') && locks.push(query.sql),
    })
    const deps = { clock: fakeClock(), log: silentLog }
    const started = await inTransaction(database.db, async (trx) => {
      await holdLock(trx, 'question bank')
      const loading = loadBank({ db: other.db, ...deps }, folder)
      loading.catch(() => undefined)
      await expect.poll(() => locks.length).toBeGreaterThan(1)
      expect(await loadBank({ db: trx, ...deps }, folder)).toBe(1)
      return { loading }
    })
    expect(await started.loading).toBe(0)
    await other.close()
    await database.close()
    await rm(folder, { recursive: true })
  },
)
