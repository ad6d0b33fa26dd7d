import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import type { AdminQuestion, ComplainedQuestion } from '@quizmaster/contract/http/admin-questions'
import type { Question } from '@quizmaster/contract/http/gameplay'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { Player } from '../src/testing/play.ts'
import { signIn } from '../src/testing/sign-in.ts'

// Somebody with a handful of accounts wants to take questions out of circulation by reporting them.

const THRESHOLD = 5
const CONTENT = { 'apples.yaml': topicFile('Apples', 24), 'pears.yaml': topicFile('Pears', 24) }

describe.each(databaseKinds())('reporting questions on %s', (kind) => {
  let app: TestApp
  let accounts: Player[]
  let topicId: string
  beforeEach(async () => {
    app = await buildApp({ kind, content: CONTENT, env: { ADMIN_EMAILS: 'boss@example.com' } })
    const topics = dataOf<{ id: string }[]>(await app.call('GET', 'gameplay/api/topic/list?search=apples'))
    topicId = topics[0]?.id ?? ''
    accounts = await signUp((index) => `thrower${index}@example.com`)
  })
  afterEach(() => app.close())

  const signUp = async (email: (index: number) => string, count = THRESHOLD) => {
    const players: Player[] = []
    for (let index = 0; index < count; index += 1) players.push(await Player.signIn(app, email(index)))
    return players
  }
  /** All questions of the topic, served to the player or to a visitor. */
  const list = async (token?: string) => {
    const body = { topics: [topicId], count: 50 }
    const answer = await app.call('POST', 'gameplay/api/question/random_list', { body, ...(token ? { token } : {}) })
    return dataOf<Question[]>(answer)
  }
  const report = async (player: Player, id: string) => {
    const answer = await app.call('POST', `admin/api/v2/question/${id}/complaint`, { token: player.token })
    expect(answer.status).toBe(200)
  }
  const reportAll = async (players: readonly Player[], ids: readonly string[]) => {
    for (const [index, id] of ids.entries()) {
      if (index % 10 === 0) app.clock.advance(MINUTE_MS)
      for (const player of players) await report(player, id)
    }
  }
  const someIds = async (count: number) => (await list()).slice(0, count).map(({ id }) => id)
  const countDrawn = async () => (await list()).length
  const earn = async (player: Player, rightAnswers: number) => {
    for (const { id, answers } of (await list(player.token)).slice(0, rightAnswers)) {
      const right = answers.find(({ text }) => text.startsWith('Right'))
      await player.post('question/verify_answer', { question_id: id, answer_id: right?.id })
    }
  }
  /** An admin who has just signed in. */
  const admin = () => signIn(app, 'boss@example.com')
  const stateOf = async (id: string, boss: string) => {
    const answer = await app.call('GET', `admin/api/v2/questions?search=${id}`, { token: boss })
    return dataOf<AdminQuestion[]>(answer)[0]
  }

  test('five new accounts quarantine nothing, served or not', async () => {
    for (const { token } of accounts) await list(token)
    await reportAll(accounts, await someIds(10))
    expect(await countDrawn()).toBe(24)
  })

  test('accounts older than a day quarantine nothing that they were not served', async () => {
    app.clock.advance(DAY_MS)
    await reportAll(accounts, await someIds(10))
    expect(await countDrawn()).toBe(24)
  })

  test('an account counts once it is older than a day, and one with 50 points at once', async () => {
    const [id = ''] = await someIds(1)
    for (const player of accounts) await list(player.token)
    for (const player of accounts.slice(0, 4)) await earn(player, 5)
    const [last] = accounts.slice(4)
    if (last) await earn(last, 4)
    for (const player of accounts) await report(player, id)
    expect(await countDrawn()).toBe(24)
    app.clock.advance(DAY_MS)
    if (last) await report(last, id)
    expect(await countDrawn()).toBe(23)
  })

  test('plus-addresses of one mailbox count once', async () => {
    const [id = ''] = await someIds(1)
    const tagged = await signUp((index) => `one+${index}@example.com`)
    app.clock.advance(DAY_MS)
    for (const player of tagged) {
      await list(player.token)
      await report(player, id)
    }
    expect(await countDrawn()).toBe(24)
    for (const player of accounts.slice(0, 4)) {
      await list(player.token)
      await report(player, id)
    }
    expect(await countDrawn()).toBe(23)
  })

  test('ten complaints a day count for each account', async () => {
    app.clock.advance(DAY_MS)
    for (const { token } of accounts) await list(token)
    const ids = await someIds(11)
    const [tired, ...others] = accounts
    if (tired) await reportAll([tired], ids.slice(0, 10))
    const last = ids[10] ?? ''
    app.clock.advance(MINUTE_MS)
    for (const player of accounts) await report(player, last)
    expect(await countDrawn()).toBe(24)
    const first = ids[0] ?? ''
    for (const player of others) await report(player, first)
    expect(await countDrawn()).toBe(23)
    app.clock.advance(DAY_MS)
    if (tired) await report(tired, last)
    expect(await countDrawn()).toBe(22)
  })

  test('no more than a tenth of a topic is quarantined; the admins are mailed instead, once per question', async () => {
    const sixth = await Player.signIn(app, 'sixth@example.com')
    app.clock.advance(DAY_MS)
    const boss = await admin()
    for (const { token } of [...accounts, sixth]) await list(token)
    const ids = await someIds(10)
    await reportAll(accounts, ids)
    expect(await countDrawn()).toBe(22)
    await report(sixth, ids[5] ?? '')
    const notices = () => app.mailer.sent.filter(({ subject }) => subject.includes('needs a review'))
    await expect.poll(() => notices().length).toBe(8)
    expect(notices()[0]).toMatchObject({ to: 'boss@example.com', text: expect.stringMatching(/apples\/q\d+/) })
    expect(app.logged.filter(({ msg }) => msg === 'question_review_due')).toHaveLength(8)
    expect(await stateOf(ids[5] ?? '', boss)).toMatchObject({ status: 'active', is_review_due: true })
    const path = `admin/api/v2/question/${ids[5]}/resolve`
    expect(await app.call('POST', path, { token: boss })).toMatchObject({
      body: { data: { status: 'active', is_review_due: false } },
    })
  })

  test('concurrent complaints quarantine no more than a tenth either', async () => {
    app.clock.advance(DAY_MS)
    for (const { token } of accounts) await list(token)
    const ids = await someIds(8)
    await Promise.all(ids.flatMap((id) => accounts.map((player) => report(player, id))))
    expect(await countDrawn()).toBe(22)
  })

  test('an admin sees who reported a question, and reverses everything that an account has reported', async () => {
    app.clock.advance(DAY_MS)
    const boss = await admin()
    for (const { token } of accounts) await list(token)
    const ids = await someIds(2)
    await reportAll(accounts, ids)
    expect(await countDrawn()).toBe(22)
    const page = dataOf<{ questions: ComplainedQuestion[] }>(
      await app.call('GET', 'admin/api/v2/complaints', { token: boss }),
    )
    const reporters = page.questions.find(({ question }) => question.id === ids[0])?.reporters ?? []
    expect(new Set(reporters.map(({ user_id }) => user_id as string))).toEqual(
      new Set(accounts.map(({ userId }) => userId)),
    )
    expect(reporters[0]).toMatchObject({ is_counted: true, open_complaint_count: 2 })
    const path = `admin/api/v2/user/${accounts[0]?.userId}/reverse_complaints`
    const reversed = await app.call('POST', path, { token: boss })
    expect(dataOf<PlayerAccount>(reversed)).toMatchObject({ id: accounts[0]?.userId, open_complaint_count: 0 })
    expect(await countDrawn()).toBe(24)
    const audit = await app.call('GET', 'admin/api/v2/audit', { token: boss })
    expect(dataOf<{ entries: object[] }>(audit).entries[0]).toMatchObject({
      action: 'complaints_reversed',
      subject: accounts[0]?.userId,
      details: { reversed: 2, restored: expect.arrayContaining([expect.stringMatching(/^apples\/q/)]) },
    })
    expect((await app.call('POST', path, { token: accounts[1]?.token ?? '' })).status).toBe(404)
  })
})
