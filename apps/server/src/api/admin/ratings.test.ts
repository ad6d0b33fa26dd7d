import type { RatedQuestion } from '@quizmaster/contract/http/admin-questions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { signIn } from '../../testing/sign-in.ts'

describe.each(databaseKinds())('the list of measured difficulty on %s', (kind) => {
  let app: TestApp
  let boss: string
  beforeAll(async () => {
    app = await buildApp({
      kind,
      env: { ADMIN_EMAILS: 'boss@example.com' },
      content: { 'apples.yaml': topicFile('Apples', 60) },
    })
    boss = await signIn(app, 'boss@example.com')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.database.db.deleteFrom('question_rating').execute()
  })

  /** Stores the rating of the question `q{n}`: easy, medium and hard in turn. */
  const rate = async (n: number, rating: number, right_answer_count: number, answer_count = 100) => {
    const { id } = await app.database.db
      .selectFrom('question')
      .select('id')
      .where('key', '=', `apples/q${n}`)
      .executeTakeFirstOrThrow()
    await app.database.db
      .insertInto('question_rating')
      .values({ question_id: id, rating, answer_count, right_answer_count })
      .execute()
    return id
  }
  const page = async (query: string) =>
    dataOf<{ questions: RatedQuestion[]; has_more: boolean }>(
      await app.call('GET', `admin/api/v2/ratings${query}`, { token: boss }),
    )
  const keys = async (query: string) => (await page(query)).questions.map(({ question }) => question.key)

  test('questions whose rating contradicts their mark are listed, the furthest off first', async () => {
    await rate(1, 1.2, 40)
    await rate(4, 0.9, 45)
    await rate(2, 2.4, 30)
    await rate(5, -3, 94)
    await rate(3, -1.1, 80)
    await rate(6, 2, 35)
    expect(await keys('')).toEqual(['apples/q5', 'apples/q1', 'apples/q3'])
    const [first] = (await page('?finding=contradicts')).questions
    expect(first).toMatchObject({
      question: { key: 'apples/q5', status: 'active', text: 'Question 5 of Apples?' },
      difficulty: 2,
      rating: -3,
      answer_count: 100,
      right_answer_count: 94,
    })
  })

  test('questions that nearly everyone gets wrong or right are listed, from 30 answers on', async () => {
    await rate(1, 3, 2)
    await rate(2, 3, 16)
    await rate(3, 3, 0, 29)
    await rate(4, 3, 0, 30)
    await rate(5, -3, 94)
    await rate(6, -3, 96)
    await rate(7, -3, 29, 29)
    expect(await keys('?finding=mostly_wrong')).toEqual(['apples/q4', 'apples/q1'])
    expect(await keys('?finding=mostly_right')).toEqual(['apples/q6'])
  })

  test('a withdrawn question is not listed; the rating of one with a corrected answer starts again', async () => {
    const withdrawn = await rate(1, 3, 2)
    await rate(4, 3, 3)
    await app.call('POST', `admin/api/v2/question/${withdrawn}/withdraw`, { token: boss })
    expect(await keys('?finding=mostly_wrong')).toEqual(['apples/q4'])
    const [listed] = (await page('?finding=mostly_wrong')).questions
    if (!listed) throw new Error('not listed')
    const { id, text, answers, description } = listed.question
    const edit = async (correct_answer_id: string | undefined, words: string) => {
      const body = { text: words, answers, correct_answer_id, description }
      expect((await app.call('POST', `admin/api/v2/question/${id}/edit`, { token: boss, body })).status).toBe(200)
    }
    await edit(listed.question.correct_answer_id, `${text} Really?`)
    expect(await keys('?finding=mostly_wrong')).toEqual(['apples/q4'])
    await edit(answers.find((answer) => answer.id !== listed.question.correct_answer_id)?.id, text)
    expect(await keys('?finding=mostly_wrong')).toEqual([])
  })

  test('a page has 50 questions', async () => {
    // The first one has been withdrawn above.
    for (let n = 2; n <= 52; n += 1) await rate(n, 0, 99)
    const first = await page('?finding=mostly_right')
    const second = await page('?finding=mostly_right&page=2')
    expect([first.questions.length, first.has_more, second.questions.length, second.has_more]).toEqual([
      50,
      true,
      1,
      false,
    ])
  })

  test('an unknown finding is a 422, and the list a 404 for players', async () => {
    const player = await signIn(app, 'player@example.com')
    expect((await app.call('GET', 'admin/api/v2/ratings?finding=odd', { token: boss })).status).toBe(422)
    expect((await app.call('GET', 'admin/api/v2/ratings', { token: player })).status).toBe(404)
  })
})
