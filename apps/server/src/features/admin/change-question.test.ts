import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../infra/db/database.ts'
import { createMetrics } from '../../infra/metrics.ts'
import { createRateLimiter } from '../../infra/rate-limit.ts'
import { createSecrets } from '../../infra/secrets.ts'
import { topicFile } from '../../testing/build-app.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { createBank } from '../questions/bank.ts'
import { loadBank } from '../questions/load-bank.ts'
import { editQuestion, moderateQuestion, revertQuestion } from './change-question.ts'
import { findAdminQuestions, getAdminQuestion } from './find-questions.ts'

const FILE = topicFile('Apples', 2)
const log = pino({ level: 'silent' })

describe.each(databaseKinds())("operators' edits and the content files on %s", (kind) => {
  let database: Database
  let folder: string
  let deps: Parameters<typeof moderateQuestion>[0]
  let id: QuestionId
  /** Each test has its own topic and uses the topic's first question. */
  let topic: string
  let topicCount = 0
  const adminId = randomUUID() as UserId
  const clock = fakeClock()
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    const { db } = database
    const limiter = createRateLimiter({
      secrets: createSecrets('a secret that only tests use'),
      metrics: createMetrics(),
      now: () => clock.now(),
    })
    deps = { db, clock, limiter, bank: createBank({ db, clock }) }
    await db
      .insertInto('app_user')
      .values({ id: adminId, email: 'b@example.com', email_key: 'b@example.com', player_number: 1, created_at: 1 })
      .execute()
  })
  afterAll(() => database.close())

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quizmaster-edits-'))
    topicCount += 1
    topic = `apples-${String(topicCount).padStart(2, '0')}`
    await reload(FILE)
    id = (await find(`${topic}/q1`))?.id as QuestionId
    clock.advance(2_000)
  })
  afterEach(() => rm(folder, { recursive: true }))

  const reload = async (yaml: string | null) => {
    const path = join(folder, `${topic}.yaml`)
    await (yaml === null ? rm(path) : writeFile(path, yaml))
    await loadBank({ db: database.db, clock, log }, folder)
  }
  const find = async (search: string) => (await findAdminQuestions(database.db, { search, state: 'any' }))[0]
  const question = () => getAdminQuestion(database.db, id)
  const contentOf = ({ text, answers, correct_answer_id, description }: AdminQuestion) => ({
    text,
    answers,
    correct_answer_id,
    description,
  })
  const edit = async (change: Partial<ReturnType<typeof contentOf>>) =>
    editQuestion(deps, adminId, id, { ...contentOf(await question()), ...change })
  const listed = async (state: 'edited' | 'conflict' | 'withdrawn') =>
    (await findAdminQuestions(database.db, { search: topic, state })).map((found) => found.key)
  const inCirculation = async () => (await deps.bank.current()).questionIds.includes(id)

  test('an edit takes effect at once and keeps the ids and the order of the answers', async () => {
    const before = await question()
    const answers = before.answers.map((answer) => ({ ...answer, text: `${answer.text}!` })).toReversed()
    const after = await edit({
      text: 'Which apple?',
      answers,
      correct_answer_id: before.answers[2]?.id ?? before.correct_answer_id,
    })
    expect(after).toMatchObject({ text: 'Which apple?', is_edited: true, conflict: null, status: 'active' })
    expect(after.answers).toEqual(before.answers.map((answer) => ({ ...answer, text: `${answer.text}!` })))
    expect(after.correct_answer_id).toBe(before.answers[2]?.id)
    expect(await listed('edited')).toEqual([`${topic}/q1`])
  })

  test("an edit survives reloads that don't change the question's content", async () => {
    const edited = await edit({ text: 'Which apple?' })
    await reload(FILE.replace('Question 2 of', 'Quite another question of'))
    await reload(FILE.replace('difficulty: 1', 'difficulty: 3'))
    await reload(FILE.replace('[Right 1, Wrong 1a,', '[Wrong 1a, Right 1,'))
    expect(await question()).toEqual(edited)
    expect(await listed('conflict')).toEqual([])
    const { difficulty } = await database.db
      .selectFrom('question')
      .select('difficulty')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(difficulty).toBe(1)
    await reload(FILE.replace('difficulty: 1', 'difficulty: 3'))
    expect(await question()).toEqual(edited)
  })

  test("if the question's content in the file changes, the edit stays and is in conflict with the file", async () => {
    const edited = await edit({ text: 'Which apple?' })
    const changed = FILE.replace('Question 1 of', 'Which question of').replace('Wrong 1b', 'Quite wrong')
    await reload(changed)
    expect(await question()).toEqual({
      ...edited,
      conflict: {
        text: 'Which question of Apples?',
        answers: expect.arrayContaining(['Right 1', 'Wrong 1a', 'Quite wrong', 'Wrong 1c']),
        right: 'Right 1',
        description: 'The description of question 1.',
      },
    })
    expect(await listed('conflict')).toEqual([`${topic}/q1`])
    await reload(FILE.replace('difficulty: 1', 'difficulty: 2').replace('Question 1 of', 'Which question of'))
    expect((await question()).conflict?.answers).toContain('Wrong 1b')
  })

  test('a conflict ends when the file returns to the content it had at the edit', async () => {
    await edit({ text: 'Which apple?' })
    await reload(FILE.replace('Question 1 of', 'Which question of'))
    await reload(FILE)
    expect(await question()).toMatchObject({ text: 'Which apple?', is_edited: true, conflict: null })
  })

  test('editing again resolves a conflict in favour of the edit, until the file changes again', async () => {
    await edit({ text: 'Which apple?' })
    await reload(FILE.replace('Question 1 of', 'Which question of'))
    expect(await edit({ text: 'Which apple then?' })).toMatchObject({ is_edited: true, conflict: null })
    expect((await question()).text).toBe('Which apple then?')
    await reload(FILE.replace('Question 1 of', 'What question of'))
    expect((await question()).conflict?.text).toBe('What question of Apples?')
  })

  test("reverting restores the file's current content", async () => {
    const before = await question()
    const answers = before.answers.map((answer) => ({ ...answer, text: `${answer.text}!` }))
    await edit({ text: 'Which apple?', answers, correct_answer_id: before.answers[1]?.id ?? before.correct_answer_id })
    await reload(FILE.replace('Question 1 of', 'Which question of'))
    const after = await revertQuestion(deps, adminId, id)
    expect(after).toEqual({ ...before, text: 'Which question of Apples?' })
    await reload(FILE)
    expect(await question()).toEqual(before)
  })

  test('an edit ends when the file has the same content', async () => {
    await edit({ text: 'Which question of Apples?' })
    await reload(FILE.replace('Question 1 of', 'Which question of'))
    expect(await question()).toMatchObject({ text: 'Which question of Apples?', is_edited: false, conflict: null })
    await reload(FILE)
    expect((await question()).text).toBe('Question 1 of Apples?')
  })

  test("an edit that equals the file's content is not an edit", async () => {
    await edit({ text: 'Which apple?' })
    expect(await edit({ text: 'Question 1 of Apples?' })).toMatchObject({ is_edited: false })
    expect(await listed('edited')).toEqual([])
  })

  test("answers of another question are refused, and so is a correct answer that isn't one of the four", async () => {
    const other = await find(`${topic}/q2`)
    const mine = await question()
    const refusal = (field: string) => ({ status: 422, fields: { [field]: [expect.any(String)] } })
    const swapped = [...mine.answers.slice(0, 3), other?.answers[0]].map((answer, n) => ({
      id: answer?.id ?? '',
      text: `Answer ${n}`,
    }))
    await expect(edit({ answers: swapped as AdminQuestion['answers'] })).rejects.toMatchObject(refusal('answers'))
    const twice = mine.answers.map((answer, n) => ({ id: mine.answers[n % 2]?.id ?? answer.id, text: `Answer ${n}` }))
    await expect(edit({ answers: twice })).rejects.toMatchObject(refusal('answers'))
    const right = other?.correct_answer_id as AdminQuestion['correct_answer_id']
    await expect(edit({ correct_answer_id: right })).rejects.toMatchObject(refusal('correct_answer_id'))
    expect(await question()).toEqual(mine)
    expect(await database.db.selectFrom('audit_entry').select('id').where('subject', '=', mine.key).execute()).toEqual(
      [],
    )
  })

  test('a withdrawn question stays out of circulation through reloads until it is restored', async () => {
    expect(await inCirculation()).toBe(true)
    await moderateQuestion(deps, adminId, id, 'withdraw')
    expect(await inCirculation()).toBe(false)
    await reload(FILE.replace('Question 1 of', 'Which question of'))
    await reload(null)
    expect((await question()).status).toBe('retired')
    await reload(FILE)
    clock.advance(2_000)
    expect((await question()).status).toBe('withdrawn')
    expect(await inCirculation()).toBe(false)
    expect(await listed('withdrawn')).toEqual([`${topic}/q1`])
    expect((await moderateQuestion(deps, adminId, id, 'restore')).status).toBe('active')
    expect(await inCirculation()).toBe(true)
  })

  test("restoring doesn't bring back a question that is gone from the files", async () => {
    await moderateQuestion(deps, adminId, id, 'withdraw')
    await reload(null)
    expect((await moderateQuestion(deps, adminId, id, 'restore')).status).toBe('retired')
    expect(await inCirculation()).toBe(false)
    await reload(FILE)
    clock.advance(2_000)
    expect(await inCirculation()).toBe(true)
  })

  test('a topic whose file moved to another folder stays in circulation and keeps its edits', async () => {
    await edit({ text: 'Which apple?' })
    await rm(join(folder, `${topic}.yaml`))
    await mkdir(join(folder, 'fruit'))
    await writeFile(join(folder, 'fruit', `${topic}.yaml`), FILE)
    await loadBank({ db: database.db, clock, log }, folder)
    clock.advance(2_000)
    expect(await inCirculation()).toBe(true)
    expect(await question()).toMatchObject({ text: 'Which apple?', is_edited: true, status: 'active' })
  })
})
