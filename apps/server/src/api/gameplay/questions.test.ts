import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '@quizmaster/contract/http/user'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { signIn } from '../../testing/sign-in.ts'

interface AskedQuestion {
  id: string
  text: string
  topic: { id: string; text: string }
  answers: { id: string; text: string }[]
}

const CONTENT = {
  'apples.yaml': topicFile('Apples', 12),
  'cafe.yaml': topicFile('Café culture', 3),
  'pears.yaml': topicFile('Pears and 100% juice', 3),
  'pear-trees.yaml': topicFile('The pear tree', 3, 'group: Orchards and gardens\nsynonyms: [botany, fruit trees]'),
  'hedges.yaml': topicFile('Hedges', 3, 'group: Orchards and gardens'),
}

describe.each(databaseKinds())('questions on %s', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await buildApp({ kind, content: CONTENT })
  })
  afterAll(() => app.close())

  const topics = async (query: string) =>
    (await app.call('GET', `gameplay/api/topic/${query}`)).body.data as { id: string; text: string; group: string }[]
  const search = async (text: string) =>
    (await topics(`list?search=${encodeURIComponent(text)}`)).map((topic) => topic.text)
  const draw = async (body: object, token?: string) =>
    (await app.call('POST', 'gameplay/api/question/random_list', { body, ...(token ? { token } : {}) })).body
      .data as AskedQuestion[]
  const verify = (body: object, token?: string) =>
    app.call('POST', 'gameplay/api/question/verify_answer', { body, ...(token ? { token } : {}) })
  const appleTopic = async () => (await topics('list?search=apples'))[0]?.id

  test('topics are drawn at random, as many as requested', async () => {
    expect(await topics('random_list')).toHaveLength(5)
    expect(await topics('random_list?count=2')).toHaveLength(2)
    const firsts = new Set<string>()
    for (let turn = 0; turn < 90; turn += 1) firsts.add((await topics('random_list?count=1'))[0]?.text ?? '')
    expect(firsts.size).toBe(5)
  })

  test('a topic comes with its group, at random and in a search', async () => {
    const groups = new Map((await topics('random_list')).map(({ text, group }) => [text, group]))
    expect(groups.get('Hedges')).toBe('Orchards and gardens')
    expect(groups.get('Apples')).toBe('Test')
    const [hedges] = await topics('list?search=hedges')
    expect(hedges).toEqual({ id: hedges?.id, text: 'Hedges', group: 'Orchards and gardens' })
  })

  test('all topics are listed by group', async () => {
    const { body } = await app.call('GET', 'gameplay/api/topic/groups')
    const names = (body.data as { name: string; topics: { text: string }[] }[]).map(({ name, topics: inGroup }) => [
      name,
      inGroup.map(({ text }) => text),
    ])
    expect(names).toEqual([
      ['Orchards and gardens', ['Hedges', 'The pear tree']],
      ['Test', ['Apples', 'Café culture', 'Pears and 100% juice']],
    ])
  })

  test('a search finds topics by their group and synonyms, after those it finds by name', async () => {
    expect(await search('gardens')).toEqual(['Hedges', 'The pear tree'])
    expect(await search('Orchards and gardens')).toEqual(['Hedges', 'The pear tree'])
    expect(await search('botany')).toEqual(['The pear tree'])
    expect(await search('pear bot')).toEqual(['The pear tree'])
    expect(await search('test')).toEqual(['Apples', 'Café culture', 'Pears and 100% juice'])
    expect(await search('tany')).toEqual([])
  })

  test('a search ignores case, accents and word order, best match first', async () => {
    expect(await search('CAFE')).toEqual(['Café culture'])
    expect(await search('culture café')).toEqual(['Café culture'])
    expect(await search('pear')).toEqual(['Pears and 100% juice', 'The pear tree'])
    expect(await search('tree pear')).toEqual(['The pear tree'])
  })

  test('a search has no wildcards', async () => {
    expect(await search('%%%')).toEqual([])
    expect(await search('___')).toEqual([])
    expect(await search('100%')).toEqual(['Pears and 100% juice'])
    expect(await search("'''")).toEqual([])
    expect(await search('\\\\\\')).toEqual([])
  })

  test('a drawn question has four answers and nothing that reveals the correct one', async () => {
    const questions = await draw({ topics: null })
    expect(questions).toHaveLength(10)
    expect(new Set(questions.map((question) => question.id)).size).toBe(10)
    for (const question of questions) {
      expect(Object.keys(question).toSorted()).toEqual(['answers', 'id', 'text', 'topic'])
      expect(question.answers.map((answer) => Object.keys(answer).toSorted())).toEqual(
        Array.from({ length: 4 }, () => ['id', 'text']),
      )
    }
  })

  test('answers are shuffled again each time, every position equally likely', async () => {
    const places = [0, 0, 0, 0]
    for (let turn = 0; turn < 60; turn += 1) {
      for (const question of await draw({ topics: null, count: 5 })) {
        const place = question.answers.findIndex((answer) => answer.text.startsWith('Right'))
        places[place] = (places[place] ?? 0) + 1
      }
    }
    // 300 answers, 75 per position expected; 6 standard deviations give 30 to 120.
    expect(Math.min(...places)).toBeGreaterThan(30)
    expect(Math.max(...places)).toBeLessThan(120)
  })

  test('questions are drawn from the chosen topics only; unknown ids are ignored', async () => {
    const apples = await appleTopic()
    const questions = await draw({ topics: [apples, randomUUID()], count: 50 })
    expect(questions).toHaveLength(12)
    expect(new Set(questions.map((question) => question.topic.id))).toEqual(new Set([apples]))
    expect(await draw({ topics: [randomUUID()] })).toEqual([])
  })

  test('a player gets every question once before any repeats, and then the one seen longest ago first', async () => {
    const token = await signIn(app, `seen-${kind}@example.com`)
    const apples = await appleTopic()
    const rounds: string[][] = []
    for (let round = 0; round < 4; round += 1) {
      app.clock.advance(1_000)
      rounds.push((await draw({ topics: [apples], count: 4 }, token)).map((question) => question.id))
    }
    expect(new Set(rounds.slice(0, 3).flat()).size).toBe(12)
    expect(rounds[3]?.toSorted()).toEqual(rounds[0]?.toSorted())
  })

  test('concurrent draws by one player all succeed', async () => {
    const token = await signIn(app, `windows-${kind}@example.com`)
    const draws = await Promise.all(Array.from({ length: 40 }, () => draw({ topics: null, count: 20 }, token)))
    expect(draws.map((questions) => questions?.length)).toEqual(Array<number>(40).fill(20))
  })

  test('an answer is checked and explained by its id, also when it is repeated', async () => {
    const [question] = await draw({ topics: null, count: 1 })
    const right = question?.answers.find((answer) => answer.text.startsWith('Right'))
    const wrong = question?.answers.find((answer) => answer.text.startsWith('Wrong'))
    for (const [answer, is_correct] of [
      [right, true],
      [wrong, false],
      [right, true],
    ] as const) {
      expect(await verify({ question_id: question?.id, answer_id: answer?.id })).toMatchObject({
        status: 200,
        body: {
          data: {
            correct_answer_id: right?.id,
            correct_answer_text: right?.text,
            is_correct,
            is_pause: true,
            description: expect.stringMatching(/^The description of question/),
          },
        },
      })
    }
  })

  test('the first answer closes a serving', async () => {
    const token = await signIn(app, `spends-${kind}@example.com`)
    const [question] = await draw({ topics: null, count: 1 }, token)
    const open = () =>
      app.database.db
        .selectFrom('serving')
        .select('is_open')
        .where('question_id', '=', question?.id ?? '')
        .where('user_id', '=', userId)
        .execute()
    const { id: userId } = dataOf<User>(await app.call('POST', 'user/api/auth/current_user', { token }))
    expect(await open()).toEqual([{ is_open: true }])
    await verify({ question_id: question?.id, answer_id: question?.answers[0]?.id }, token)
    expect(await open()).toEqual([{ is_open: false }])
  })

  test('an unknown question is a 404, an answer of another question a 422 that reveals nothing', async () => {
    const [one, other] = await draw({ topics: null, count: 2 })
    expect((await verify({ question_id: randomUUID(), answer_id: randomUUID() })).status).toBe(404)
    const refused = await verify({ question_id: one?.id, answer_id: other?.answers[0]?.id })
    expect(refused).toMatchObject({ status: 422, body: { errors: { answer_id: [expect.any(String)] } } })
    expect(JSON.stringify(refused.body)).not.toContain('Right')
  })

  test('a complaint is stored once per reporter; a repeat is a 200 too', async () => {
    const [question] = await draw({ topics: null, count: 1 })
    const token = await signIn(app, `complains-${kind}@example.com`)
    const path = `admin/api/v2/question/${question?.id}/complaint`
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await app.call('POST', path, { token })).toMatchObject({ status: 200, body: { data: {} } })
    }
    expect(
      (await app.call('POST', path, { address: '10.7.0.1', body: { reason: 'answers', comment: 'Two are right' } }))
        .status,
    ).toBe(200)
    expect((await app.call('POST', path, { address: '10.7.0.1' })).status).toBe(200)
    const rows = await app.database.db
      .selectFrom('complaint')
      .selectAll()
      .where('question_id', '=', question?.id ?? '')
      .execute()
    expect(rows.map(({ reason, comment }) => ({ reason, comment }))).toEqual(
      expect.arrayContaining([
        { reason: null, comment: null },
        { reason: 'answers', comment: 'Two are right' },
      ]),
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('10.7.0.1')
  })

  test('a reporter may complain 10 times a minute', async () => {
    const questions = await draw({ topics: null, count: 12 })
    const statuses: number[] = []
    for (const question of questions) {
      const { status } = await app.call('POST', `admin/api/v2/question/${question.id}/complaint`, {
        address: '10.8.0.1',
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  })

  test('a complaint about an unknown question is a 404, whatever the form of the id', async () => {
    for (const id of [randomUUID(), 'abc', '0', '9'.repeat(400), '%00']) {
      const { status, body } = await app.call('POST', `admin/api/v2/question/${id}/complaint`, { address: '10.8.0.2' })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })
})
