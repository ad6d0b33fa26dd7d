import { randomUUID } from 'node:crypto'
import type { AdminQuestion, ComplainedQuestion } from '@quizmaster/contract/http/admin-questions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { signIn } from '../../testing/sign-in.ts'

const ENV = { ADMIN_EMAILS: 'boss@example.com', COMPLAINT_THRESHOLD: '3' }
const CONTENT = { 'apples.yaml': topicFile('Apples', 30) }

interface ComplaintPage {
  questions: ComplainedQuestion[]
  open_question_count: number
  open_complaint_count: number
  has_more: boolean
}

describe.each(databaseKinds())('complaints on %s', (kind) => {
  let app: TestApp
  let boss: string
  let players: string[]
  let visitorCount = 0
  beforeAll(async () => {
    app = await buildApp({ kind, env: ENV, content: CONTENT })
    boss = await signIn(app, 'boss@example.com')
    players = []
    for (const name of ['ann', 'ben', 'cat', 'dan']) players.push(await signIn(app, `${name}@example.com`))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    // So that the players' accounts are old enough for their complaints to count, and no limit per day is reached.
    app.clock.advance(DAY_MS)
    boss = await signIn(app, 'boss@example.com')
    for (const id of await listHeld()) await step(id, 'restore')
  })

  const listHeld = async () => {
    const answer = await app.call('GET', 'admin/api/v2/questions?state=held', { token: boss })
    return dataOf<AdminQuestion[]>(answer).map(({ id }) => id)
  }
  const drawn = async (through = app) => {
    const body = { topics: null, count: 50 }
    const answer = await through.call('POST', 'gameplay/api/question/random_list', { body })
    return dataOf<{ id: string; answers: { id: string }[] }[]>(answer)
  }
  const isDrawn = async (id: string, through = app) => (await drawn(through)).some((question) => question.id === id)
  /** A question that no test has reported yet. */
  const used = new Set<string>()
  const freshQuestion = async () => {
    const question = (await drawn()).find(({ id }) => !used.has(id)) ?? { id: '', answers: [] }
    used.add(question.id)
    // Complaints count from those who were served the question.
    for (const token of players) {
      const body = { topics: null, count: 50 }
      await app.call('POST', 'gameplay/api/question/random_list', { token, body })
    }
    return question
  }
  const complain = async (id: string, by: string | undefined, body?: object) => {
    visitorCount += 1
    // So that no reporter reaches the limit per minute.
    app.clock.advance(60_000)
    // Fills the bank's cache, so that the test shows whether a change is seen at once.
    await drawn()
    const who = by === undefined ? { address: `10.1.${visitorCount >> 8}.${visitorCount & 255}` } : { token: by }
    const answer = await app.call('POST', `admin/api/v2/question/${id}/complaint`, {
      ...who,
      ...(body ? { body } : {}),
    })
    expect(answer.status).toBe(200)
  }
  const step = async (id: string, name: 'resolve' | 'withdraw' | 'restore') =>
    dataOf<AdminQuestion>(await app.call('POST', `admin/api/v2/question/${id}/${name}`, { token: boss }))
  const listed = async (id: string, status = 'open') => {
    const answer = await app.call('GET', `admin/api/v2/complaints?status=${status}`, { token: boss })
    return dataOf<ComplaintPage>(answer).questions.find(({ question }) => question.id === id)
  }
  const metric = async (name: string) => {
    const { body } = await app.server.inject({ method: 'GET', url: '/metrics' })
    const line = body.split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.split(' ').at(-1) ?? 0)
  }

  test("the third player's complaint quarantines a question at once; visitors and repeats don't count", async () => {
    const question = await freshQuestion()
    for (let visitor = 0; visitor < 4; visitor += 1) await complain(question.id, undefined)
    await complain(question.id, players[0])
    await complain(question.id, players[1])
    await complain(question.id, players[1], { reason: 'answers', comment: 'Two are right' })
    expect(await isDrawn(question.id)).toBe(true)
    expect((await listed(question.id))?.question.status).toBe('active')

    await complain(question.id, players[2], { comment: 'Who was it?' })
    expect(await isDrawn(question.id)).toBe(false)
    expect(await listed(question.id)).toMatchObject({
      question: { status: 'held' },
      complaint_count: 7,
      player_count: 3,
      counted_count: 3,
      reasons: { none: 6, answers: 1 },
      comments: [
        { reason: null, comment: 'Who was it?' },
        { reason: 'answers', comment: 'Two are right' },
      ],
    })
  })

  test('a player who was asked a question before its quarantine can still answer it', async () => {
    const question = await freshQuestion()
    for (const player of players) await complain(question.id, player)
    const body = { question_id: question.id, answer_id: question.answers[0]?.id }
    const answer = await app.call('POST', 'gameplay/api/question/verify_answer', { body })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { correct_answer_text: expect.stringMatching(/^Right/) } },
    })
  })

  test('concurrent complaints quarantine the question in any order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await freshQuestion()
      app.clock.advance(60_000)
      const file = (token: string) => app.call('POST', `admin/api/v2/question/${id}/complaint`, { token })
      const filed = await Promise.all(players.slice(0, 3).map(file))
      expect(filed.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await isDrawn(id)).toBe(false)
      await step(id, 'restore')
    }
  })

  test('concurrent repeats of a complaint count once', async () => {
    const { id } = await freshQuestion()
    app.clock.advance(60_000)
    const filed = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.call('POST', `admin/api/v2/question/${id}/complaint`, { token: players[0] ?? '' }),
      ),
    )
    expect(filed.map(({ status }) => status)).toEqual(filed.map(() => 200))
    expect(await listed(id)).toMatchObject({ complaint_count: 1 })
  })

  test('another process stops drawing a quarantined question after 2 seconds', async () => {
    const other = await buildApp({ env: ENV, content: CONTENT, clock: app.clock, database: app.database })
    const { id } = await freshQuestion()
    for (const player of players) await complain(id, player)
    app.clock.advance(2_000)
    expect(await isDrawn(id, other)).toBe(false)
    await other.close()
  })

  test('resolving ends the quarantine, and new complaints of the same players count from zero', async () => {
    const { id } = await freshQuestion()
    for (const player of players) await complain(id, player, { reason: 'question' })
    expect(await isDrawn(id)).toBe(false)
    expect((await step(id, 'resolve')).status).toBe('active')
    expect(await isDrawn(id)).toBe(true)
    expect(await listed(id)).toBeUndefined()
    expect(await listed(id, 'resolved')).toMatchObject({
      complaint_count: 4,
      player_count: 4,
      reasons: { question: 4 },
    })

    await complain(id, players[0])
    await complain(id, players[1])
    expect(await isDrawn(id)).toBe(true)
    expect(await listed(id)).toMatchObject({ complaint_count: 2, reasons: { none: 2 } })
    await complain(id, players[2])
    expect(await isDrawn(id)).toBe(false)
  })

  test('resolving the complaints about a withdrawn question leaves it withdrawn', async () => {
    const { id } = await freshQuestion()
    for (const player of players) await complain(id, player)
    expect((await step(id, 'withdraw')).status).toBe('withdrawn')
    expect((await step(id, 'resolve')).status).toBe('withdrawn')
    expect(await isDrawn(id)).toBe(false)
  })

  test("one more complaint doesn't quarantine a question that was just restored", async () => {
    const { id } = await freshQuestion()
    for (const player of players.slice(0, 3)) await complain(id, player)
    expect((await step(id, 'restore')).status).toBe('active')
    await complain(id, players[3])
    expect(await isDrawn(id)).toBe(true)
    expect(await listed(id)).toMatchObject({ complaint_count: 1 })
  })

  test('the list counts what is open and starts with the question most reported by players', async () => {
    const [one, other] = [await freshQuestion(), await freshQuestion()]
    for (let visitor = 0; visitor < 3; visitor += 1) await complain(one.id, undefined)
    await complain(other.id, players[0])
    const page = dataOf<ComplaintPage>(await app.call('GET', 'admin/api/v2/complaints', { token: boss }))
    const ids = page.questions.map(({ question }) => question.id as string)
    expect(ids.indexOf(other.id)).toBeLessThan(ids.indexOf(one.id))
    expect(page.open_question_count).toBe(page.questions.length)
    const complaints = page.questions.reduce((sum, row) => sum + row.complaint_count, 0)
    expect([page.open_complaint_count, page.has_more]).toEqual([complaints, false])
  })

  test('metrics count complaints by kind of reporter, without repeats, and quarantined questions', async () => {
    const names = [
      'quizmaster_complaints_total{reporter="player"}',
      'quizmaster_complaints_total{reporter="visitor"}',
      'quizmaster_questions_held_total',
    ]
    const before = await Promise.all(names.map(metric))
    const { id } = await freshQuestion()
    await complain(id, undefined)
    for (const player of [...players, ...players]) await complain(id, player)
    const after = await Promise.all(names.map(metric))
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([4, 1, 1])
  })

  test('a running game keeps its questions when they are withdrawn', async () => {
    const host = await Player.signIn(app, 'ann@example.com')
    const guest = await Player.signIn(app, 'ben@example.com')
    const id = await openLobby([host, guest])
    await startGame(host, id)
    const all = (await drawn()).map((question) => question.id)
    for (const question of all) await step(question, 'withdraw')
    expect(await drawn()).toEqual([])
    await passTime(app, 21_000 + 5_000)
    const game = await host.getGame(id)
    expect([game.status, game.state.current_question_index, game.questions.length]).toEqual(['running', 1, 2])
    for (const question of all) await step(question, 'restore')
  })
})

describe.each(databaseKinds())('a long list of complaints on %s', (kind) => {
  test('is paged by 50 questions, each with its latest 20 comments', async () => {
    const app = await buildApp({ kind, env: ENV, content: { 'apples.yaml': topicFile('Apples', 52) } })
    const boss = await signIn(app, 'boss@example.com')
    const ids = await app.database.db.selectFrom('question').select('id').orderBy('id').execute()
    const row = (question_id: string, n: number) => {
      const complaint = { counted_at: null, reason: null, comment: n % 2 ? `Comment ${n}` : null, created_at: n }
      return { id: randomUUID(), question_id, reporter: `address:${n}`, ...complaint }
    }
    const rows = ids.flatMap(({ id }, index) => Array.from({ length: index === 51 ? 60 : 1 }, (_, n) => row(id, n)))
    await app.database.db.insertInto('complaint').values(rows).execute()

    const page = async (number: number) =>
      dataOf<ComplaintPage>(await app.call('GET', `admin/api/v2/complaints?page=${number}`, { token: boss }))
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([first.questions.length, first.has_more]).toEqual([50, true])
    expect([second.questions.length, second.has_more]).toEqual([2, false])
    expect([third.questions.length, third.has_more]).toEqual([0, false])
    expect([third.open_question_count, third.open_complaint_count]).toEqual([52, 111])
    const seen = [...first.questions, ...second.questions].map(({ question }) => question.id)
    expect(new Set(seen).size).toBe(52)
    expect(first.questions[0]?.comments.map(({ created_at }) => created_at)).toEqual(
      Array.from({ length: 20 }, (_, index) => 59 - 2 * index),
    )
    await app.close()
  })
})
