import { randomUUID } from 'node:crypto'
import type { AdItem } from '@quizmaster/contract/http/ads'
import { adminEndpoints, type AuditEntry } from '@quizmaster/contract/http/admin'
import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAudit } from '../../features/admin/audit.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { Player } from '../../testing/play.ts'
import { signIn } from '../../testing/sign-in.ts'

const ENV = { ADMIN_EMAILS: 'Boss@example.com,other-boss@example.com' }
const CONTENT = { 'apples.yaml': topicFile('Apples', 4), 'pears.yaml': topicFile('Pears & 100% juice', 3) }
const ADS_FLAG = 'fullscreen_ads_enabled'
const TOPIC = 'Falconry'
const AD: AdItem = {
  image: '/img/ads/moby-dick.svg',
  link: 'https://www.gutenberg.org/ebooks/2701',
  title: 'Moby-Dick',
  subtitle: '',
  texts: ['A whale of a book.'],
}

interface Flag {
  name: string
  is_enabled: boolean
  is_overridden: boolean
}

const { complain: _forPlayers, ...operatorApi } = adminEndpoints

describe.each(databaseKinds())('the admin service on %s', (kind) => {
  let app: TestApp
  let boss: string
  let player: Player
  let question: AdminQuestion
  beforeAll(async () => {
    app = await buildApp({ kind, env: ENV, content: CONTENT })
    boss = await signIn(app, 'boss@example.com')
    player = await Player.signIn(app, 'Ann@example.com')
    question = await found('apples/q1')
    await app.call('POST', 'gameplay/api/topic/suggest', { token: player.token, body: { text: TOPIC } })
  })
  afterAll(() => app.close())

  const admin = (method: 'GET' | 'POST', path: string, body?: unknown, token = boss) => {
    // So that no test reaches the limit per minute by accident.
    app.clock.advance(1_000)
    return app.call(method, `admin/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) })
  }
  const questions = async (search: string) =>
    dataOf<AdminQuestion[]>(await admin('GET', `/questions?search=${encodeURIComponent(search)}`))
  const found = async (search: string) => (await questions(search))[0] as AdminQuestion
  const audit = async () => dataOf<{ entries: AuditEntry[] }>(await admin('GET', '/audit')).entries
  const ads = async (through = app) => dataOf<AdItem[]>(await through.call('GET', 'user/api/ads'))
  const isOn = async (name: string, through = app) => {
    const { body } = await through.call('POST', 'user/api/is_feature_flag_enabled', { body: { name } })
    return (body as unknown as { is_enabled: boolean }).is_enabled
  }
  const content = () => ({
    text: question.text,
    answers: question.answers,
    correct_answer_id: question.correct_answer_id,
    description: question.description,
  })

  /** A valid body for each call that needs one. */
  const goodBodies = (): Partial<Record<keyof typeof operatorApi, object>> => ({
    editQuestion: { ...content(), text: 'Which apple?' },
    setFlag: { name: ADS_FLAG, is_enabled: false },
    setAds: { ads: [AD] },
    findUser: { email: 'ann@example.com' },
    grantLegend: { plan: 'yearly' },
    removeTopicSuggestion: { text: TOPIC },
  })
  const pathOf = (path: string) => path.replace(':id', path.startsWith('/user') ? player.userId : question.id)
  const calls = Object.entries(operatorApi).map(([name, call]) => ({ ...call, name: name as keyof typeof operatorApi }))

  test.each(calls)('$method $path is a 404 for a player and a 401 for a visitor, whatever the body', async (call) => {
    const path = pathOf(call.path)
    for (const body of [goodBodies()[call.name], '{"a":']) {
      const payload = call.method === 'POST' && body !== undefined ? { body } : {}
      const headers = { 'content-type': 'application/json' }
      const asked = (who: object) => app.call(call.method, `admin/api/v2${path}`, { ...payload, ...who })
      const asPlayer = await asked({ token: player.token, headers })
      expect([asPlayer.status, asPlayer.body.code, asPlayer.body.data]).toEqual([404, 'not_found', undefined])
      expect((await asked({ headers })).status).toBe(401)
    }
  })

  test('no other path or method of the service exists, for a player or an admin', async () => {
    const names = ['', '/', '/users', '/user', '/user/find', '/admin', '/login', '/flags', '/flag', '/ads', '/audit']
    const more = [
      '/question',
      '/questions',
      '/complaints',
      '/config',
      '/env',
      '/.git/config',
      '/..%2f..%2fetc%2fpasswd',
    ]
    const paths = [...names, ...more, `/question/${question.id}`, `/user/${player.userId}`, '/user/x/grant_legend']
    const isThere = (method: string, path: string) =>
      calls.some((call) => call.method === method && call.path === path.replace(/\/$/, ''))
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const ask = (token: string) =>
          app.server.inject({
            method,
            url: `/services/admin/api/v2${path}`,
            headers: { authorization: `Bearer ${token}` },
          })
        expect([method, path, (await ask(player.token)).statusCode]).toEqual([method, path, 404])
        if (!isThere(method, path)) expect([method, path, (await ask(boss)).statusCode]).toEqual([method, path, 404])
      }
    }
  })

  // Calls of the second factor need its codes, and have a test of their own (abuse/admin-area.test.ts).
  test.each(calls.filter(({ access }) => access === 'admin'))(
    '$name is recorded if it acts, and not if it only reads',
    async (call) => {
      const before = new Set((await audit()).map((entry) => entry.id))
      expect((await admin(call.method, pathOf(call.path), goodBodies()[call.name])).status).toBe(200)
      const written = (await audit()).filter((entry) => !before.has(entry.id))
      if (call.method === 'GET') return expect(written).toEqual([])
      const subject: unknown = expect.stringMatching(
        call.path.startsWith('/user') ? player.userId : new RegExp(`^(${question.key}|${ADS_FLAG}|${TOPIC}|ads)$`),
      )
      const entry = { admin_email: 'boss@example.com', at: expect.any(Number), subject }
      expect(written).toEqual([
        expect.objectContaining({ ...entry, action: expect.stringMatching(/^[a-z]+_[a-z_]+$/) }),
      ])
      expect(JSON.stringify(written)).not.toMatch(/ann@/i)
    },
  )

  test('the audit log has the state before and after', async () => {
    await admin('POST', `/question/${question.id}/revert`)
    await admin('POST', `/question/${question.id}/edit`, { ...content(), text: 'Which apple?' })
    expect((await audit())[0]).toMatchObject({
      action: 'question_edited',
      subject: 'apples/q1',
      details: { before: { text: 'Question 1 of Apples?' }, after: { text: 'Which apple?' } },
    })
    await admin('POST', `/question/${question.id}/revert`)
    await admin('POST', `/question/${question.id}/withdraw`)
    expect((await audit())[0]).toMatchObject({
      action: 'question_withdrawn',
      details: { before: 'active', after: 'withdrawn' },
    })
    await admin('POST', `/question/${question.id}/restore`)
  })

  test('a refused action leaves neither a change nor an audit entry', async () => {
    const before = await audit()
    const nobody = randomUUID()
    for (const path of ['resolve', 'withdraw', 'restore', 'revert'].map((step) => `/question/${nobody}/${step}`)) {
      expect((await admin('POST', path)).status).toBe(404)
    }
    for (const path of ['grant_legend', 'end_legend', 'reset_name'].map((step) => `/user/${nobody}/${step}`)) {
      expect((await admin('POST', path)).status).toBe(404)
    }
    expect((await admin('POST', `/question/${nobody}/edit`, content())).status).toBe(404)
    expect((await admin('POST', '/flag', { name: 'no_such_flag', is_enabled: true })).status).toBe(404)
    for (const id of ['abc', '0', '%00', '9'.repeat(400)]) {
      expect((await admin('POST', `/question/${id}/withdraw`)).status).toBe(404)
    }
    expect(await audit()).toEqual(before)
  })

  test("an admin may act 120 times a minute, can still read after that, and doesn't block other admins", async () => {
    const other = await signIn(app, 'other-boss@example.com')
    app.clock.advance(60_000)
    const act = (token: string) =>
      app.call('POST', 'admin/api/v2/user/find', { token, body: { email: 'nobody@example.com' } })
    for (let turn = 0; turn < 120; turn += 1) expect((await act(boss)).status).toBe(200)
    expect(await act(boss)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await app.call('GET', 'admin/api/v2/flags', { token: boss })).status).toBe(200)
    expect((await act(other)).status).toBe(200)
    app.clock.advance(60_000)
    expect((await act(boss)).status).toBe(200)
  })

  test('the audit log is paged by 100, latest first', async () => {
    const first = dataOf<{ entries: AuditEntry[]; has_more: boolean }>(await admin('GET', '/audit'))
    expect([first.entries.length, first.has_more]).toEqual([100, true])
    const times = first.entries.map((entry) => entry.at)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const second = dataOf<{ entries: AuditEntry[] }>(await admin('GET', '/audit?page=2')).entries
    expect(second.length).toBeGreaterThan(20)
    expect(second.filter((entry) => first.entries.some(({ id }) => id === entry.id))).toEqual([])
  })

  test('audit entries outlive the accounts of admin and player, and are deleted after 400 days', async () => {
    const leaving = await signIn(app, 'other-boss@example.com')
    const leaver = await Player.signIn(app, 'leaver@example.com')
    await admin('POST', `/user/${leaver.userId}/grant_legend`, undefined, leaving)
    const { db } = app.database
    await db.deleteFrom('app_user').where('email_key', 'in', ['other-boss@example.com', 'leaver@example.com']).execute()
    const entry = (await audit()).find(({ subject }) => subject === leaver.userId)
    expect(entry).toMatchObject({ admin_email: 'other-boss@example.com', action: 'legend_granted' })

    const day = 86_400_000
    const soon = (entry?.at ?? 0) + 400 * day - 1
    await sweepAudit({ db, clock: { now: () => soon } })
    expect(await audit()).toContainEqual(entry)
    await sweepAudit({ db, clock: { now: () => soon + 1 } })
    expect((await audit()).filter(({ at }) => at <= (entry?.at ?? 0))).toEqual([])
  })

  describe('questions', () => {
    test('are found by words in any order in text, answers or key, without wildcards', async () => {
      const keys = async (search: string) => (await questions(search)).map((row) => row.key)
      expect(await keys('APPLES 2 question')).toEqual(['apples/q2'])
      expect(await keys('wrong 3b')).toEqual(['apples/q3', 'pears/q3'])
      expect(await keys('pears/')).toEqual(['pears/q1', 'pears/q2', 'pears/q3'])
      expect(await keys('100%')).toHaveLength(3)
      expect(await keys('%')).toHaveLength(3)
      expect(await keys('_')).toEqual([])
      expect(await keys('\\')).toEqual([])
      expect(await keys("'")).toEqual([])
      expect(await keys('')).toHaveLength(7)
      expect(await keys(` ${question.id.toUpperCase()} `)).toEqual(['apples/q1'])
    })

    test('have their correct answer, their status and no conflict', async () => {
      const row = await found('pears/q2')
      expect(row).toMatchObject({ key: 'pears/q2', status: 'active', is_edited: false, conflict: null })
      expect(row.topic.text).toBe('Pears & 100% juice')
      expect(row.answers.find((answer) => answer.id === row.correct_answer_id)?.text).toBe('Right 2')
    })

    test('have their new content for the next player after an edit', async () => {
      await admin('POST', `/question/${question.id}/edit`, { ...content(), text: 'Which apple?', description: null })
      const body = { topics: null, count: 50 }
      const asked = dataOf<{ id: string; text: string }[]>(
        await app.call('POST', 'gameplay/api/question/random_list', { body }),
      )
      expect(asked.find(({ id }) => id === question.id)?.text).toBe('Which apple?')
      const answer = { question_id: question.id, answer_id: question.correct_answer_id }
      expect(await app.call('POST', 'gameplay/api/question/verify_answer', { body: answer })).toMatchObject({
        body: { data: { is_correct: true, description: null } },
      })
      expect(dataOf<AdminQuestion[]>(await admin('GET', '/questions?state=edited')).map(({ key }) => key)).toEqual([
        'apples/q1',
      ])
      await admin('POST', `/question/${question.id}/revert`)
    })

    test.each<[string, (body: ReturnType<typeof content>) => object, string]>([
      ['no text', (body) => ({ ...body, text: undefined }), 'text'],
      ['an empty text', (body) => ({ ...body, text: ' \n' }), 'text'],
      ['a text of 301 characters', (body) => ({ ...body, text: 'x'.repeat(301) }), 'text'],
      ['a text with a NUL', (body) => ({ ...body, text: 'a\0b' }), 'text'],
      ['a text with half a character', (body) => ({ ...body, text: 'a\ud800b' }), 'text'],
      ['a text that is a number', (body) => ({ ...body, text: 5 }), 'text'],
      ['no description', (body) => ({ ...body, description: undefined }), 'description'],
      ['a description of 1001 characters', (body) => ({ ...body, description: 'x'.repeat(1_001) }), 'description'],
      ['three answers', (body) => ({ ...body, answers: body.answers.slice(1) }), 'answers'],
      ['five answers', (body) => ({ ...body, answers: [...body.answers, body.answers[0]] }), 'answers'],
      [
        'equal answers',
        (body) => ({ ...body, answers: body.answers.map(({ id }, n) => ({ id, text: n < 2 ? ' same' : `${n}` })) }),
        'answers',
      ],
      [
        'an answer of 121 characters',
        (body) => ({ ...body, answers: body.answers.map(({ id }, n) => ({ id, text: `${n}`.repeat(121) })) }),
        'answers.text',
      ],
      [
        'an id of another form',
        (body) => ({ ...body, answers: body.answers.map(({ text }) => ({ id: 'x', text })) }),
        'answers.id',
      ],
      [
        "another question's answers",
        (body) => ({ ...body, answers: body.answers.map(({ text }) => ({ id: randomUUID(), text })) }),
        'answers',
      ],
      ['a right answer that is none', (body) => ({ ...body, correct_answer_id: randomUUID() }), 'correct_answer_id'],
    ])('cannot be edited with %s', async (_, change, field) => {
      const before = await found('apples/q1')
      const answer = await admin('POST', `/question/${question.id}/edit`, change(content()))
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
      expect(await found('apples/q1')).toEqual(before)
    })

    test.each(['state=none', 'search=a%00b', `search=${'x'.repeat(101)}`, 'state=held&state=held'])(
      'are not searched for with %s',
      async (query) => {
        expect((await admin('GET', `/questions?${query}`)).status).toBe(422)
      },
    )
  })

  test.each(['/complaints?page=0', '/complaints?page=-1', '/complaints?status=all', '/audit?page=1e3', '/audit?page='])(
    'GET %s is a 422',
    async (path) => {
      expect((await admin('GET', path)).status).toBe(422)
    },
  )

  describe('flags', () => {
    test('change in this process at once and in another within 3 s', async () => {
      const other = await buildApp({ env: ENV, content: CONTENT, clock: app.clock, database: app.database })
      await admin('POST', '/flag', { name: ADS_FLAG, is_enabled: true })
      app.clock.advance(3_000)
      expect([await isOn(ADS_FLAG), await isOn(ADS_FLAG, other)]).toEqual([true, true])
      const flags = dataOf<Flag[]>(await admin('POST', '/flag', { name: ADS_FLAG, is_enabled: false }))
      expect(flags).toContainEqual({ name: ADS_FLAG, is_enabled: false, is_overridden: false })
      expect(await isOn(ADS_FLAG)).toBe(false)
      app.clock.advance(3_000)
      expect(await isOn(ADS_FLAG, other)).toBe(false)
      await other.close()
    })

    test('that FLAGS overrides are marked, and keep their value in this process', async () => {
      const env = { ...ENV, FLAGS: `${ADS_FLAG}=true` }
      const other = await buildApp({ env, content: CONTENT, clock: app.clock, database: app.database })
      const set = { token: boss, body: { name: ADS_FLAG, is_enabled: false } }
      const flags = dataOf<Flag[]>(await other.call('POST', 'admin/api/v2/flag', set))
      expect(flags).toContainEqual({ name: ADS_FLAG, is_enabled: true, is_overridden: true })
      expect(flags.filter((flag) => flag.is_overridden)).toHaveLength(1)
      expect([await isOn(ADS_FLAG, other), await isOn(ADS_FLAG)]).toEqual([true, false])
      await other.close()
    })

    test.each([{}, { name: ADS_FLAG }, { name: ADS_FLAG, is_enabled: 'true' }, { name: 'a\0', is_enabled: true }])(
      'are not set by %j',
      async (body) => {
        expect((await admin('POST', '/flag', body)).status).toBe(422)
      },
    )

    test.each(['__proto__', 'constructor', 'toString'])('do not include %s', async (name) => {
      expect((await admin('POST', '/flag', { name, is_enabled: true })).status).toBe(404)
    })
  })

  describe('ads', () => {
    test('are replaced here at once and elsewhere within 3 s, in order; an empty list stays empty', async () => {
      const other = await buildApp({ env: ENV, content: CONTENT, clock: app.clock, database: app.database })
      const list = [
        { ...AD, title: 'Second' },
        { ...AD, title: 'First' },
      ]
      await ads(other)
      expect(dataOf<AdItem[]>(await admin('POST', '/ads', { ads: list }))).toEqual(list)
      expect(await ads()).toEqual(list)
      app.clock.advance(3_000)
      expect(await ads(other)).toEqual(list)
      await other.close()
      await admin('POST', '/ads', { ads: [] })
      const restarted = await buildApp({ env: ENV, content: CONTENT, clock: app.clock, database: app.database })
      expect(await ads(restarted)).toEqual([])
      await restarted.close()
    })

    test('saved by several admins at once are one of the lists, not a mixture', async () => {
      const listOf = (title: string) => Array.from({ length: 5 }, () => ({ ...AD, title }))
      const saved = await Promise.all(
        ['One', 'Two', 'Three'].map((title) => admin('POST', '/ads', { ads: listOf(title) })),
      )
      expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
      const kept = await ads()
      expect([kept.length, new Set(kept.map(({ title }) => title)).size]).toEqual([5, 1])
    })

    test.each<[string, Partial<Record<keyof AdItem, unknown>>, keyof AdItem]>([
      ['a link that is a script', { link: 'javascript:alert(1)' }, 'link'],
      ['an http link', { link: 'http://www.gutenberg.org/ebooks/11' }, 'link'],
      ['a link that hides a line break', { link: 'https://example.com/\n' }, 'link'],
      ['a link with a NUL', { link: 'https://example.com/\0' }, 'link'],
      ['a relative link', { link: '//example.com' }, 'link'],
      ['a link without a host', { link: 'https://' }, 'link'],
      ['a link of 301 characters', { link: `https://example.com/${'x'.repeat(281)}` }, 'link'],
      ["another site's picture", { image: 'https://example.com/a.svg' }, 'image'],
      ["another host's picture", { image: '//example.com/img/a.svg' }, 'image'],
      ['a picture from elsewhere on the site', { image: '/img/../secret.svg' }, 'image'],
      ['a file that is not a picture', { image: '/img/ads/a.html' }, 'image'],
      ['a path of 101 characters', { image: `/img/${'x'.repeat(92)}.svg` }, 'image'],
      ['no title', { title: undefined }, 'title'],
      ['an empty title', { title: '  ' }, 'title'],
      ['a title of 101 characters', { title: 'x'.repeat(101) }, 'title'],
      ['a subtitle of 121 characters', { subtitle: 'x'.repeat(121) }, 'subtitle'],
      ['a subtitle with a NUL', { subtitle: '\0' }, 'subtitle'],
      ['five texts', { texts: Array(5).fill('x') }, 'texts'],
      ['a text of 161 characters', { texts: ['x'.repeat(161)] }, 'texts'],
      ['an empty text', { texts: [''] }, 'texts'],
      ['one text that is no list', { texts: 'x' }, 'texts'],
    ])('with %s are refused, all of them', async (_, change, field) => {
      const before = await ads()
      const answer = await admin('POST', '/ads', { ads: [AD, { ...AD, ...change }] })
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [`ads.${field}`]])
      expect(await ads()).toEqual(before)
    })

    test('may be as long as the limits allow, in the longest script', async () => {
      const full: AdItem = {
        image: `/img/${'x'.repeat(91)}.svg`,
        link: `https://example.com/${'x'.repeat(280)}`,
        title: '本'.repeat(100),
        subtitle: '本'.repeat(120),
        texts: Array(4).fill('本'.repeat(160)),
      }
      const list = Array.from({ length: 20 }, () => full)
      expect(await admin('POST', '/ads', { ads: list })).toMatchObject({ status: 200, body: { data: list } })
    })

    test('are 20 at most, and a list', async () => {
      for (const body of [{}, { ads: null }, { ads: AD }, { ads: Array.from({ length: 21 }, () => AD) }]) {
        const { status, body: refused } = await admin('POST', '/ads', body)
        expect([status, Object.keys(refused.errors)]).toEqual([422, ['ads']])
      }
    })
  })

  describe('a player', () => {
    const step = async (name: string, body?: object) =>
      dataOf<PlayerAccount>(await admin('POST', `/user/${player.userId}/${name}`, body))
    const me = async () =>
      dataOf<{ is_premium: boolean; plan: string; display_name: string | null }>(
        await app.call('POST', 'user/api/auth/current_user', { token: player.token }),
      )

    test('is found by e-mail address in any spelling; an address without an account gives null', async () => {
      for (const email of ['ann@example.com', ' ANN@Example.COM ']) {
        expect(dataOf<PlayerAccount>(await admin('POST', '/user/find', { email }))).toMatchObject({
          id: player.userId,
          email: 'Ann@example.com',
          name: expect.stringMatching(/^Player \d{4}$/),
          role: 'player',
          total_points: 0,
        })
      }
      for (const email of ['nobody@example.com', '', '%', "' or 1=1"]) {
        expect((await admin('POST', '/user/find', { email })).body).toEqual({ data: null })
      }
    })

    test("that isn't found leaves no address in the audit log", async () => {
      await admin('POST', '/user/find', { email: 'Someone.Private@example.com' })
      const [entry] = await audit()
      expect(entry).toMatchObject({ action: 'user_looked_up', subject: 'nobody' })
      expect(JSON.stringify(entry)).not.toMatch(/private/i)
    })

    test.each([{}, { email: 5 }, { email: 'a\0@b.co' }, { email: `${'x'.repeat(250)}@b.co` }])(
      'is not searched for with %j',
      async (body) => {
        const answer = await admin('POST', '/user/find', body)
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email']])
      },
    )

    test("is a Legend by an admin's grant until an admin ends it", async () => {
      await step('end_legend')
      expect(await step('grant_legend', { plan: 'monthly' })).toMatchObject({
        plan: 'monthly',
        plan_origin: 'operator',
      })
      expect(await me()).toMatchObject({ is_premium: true, plan: 'monthly' })
      expect(await step('grant_legend')).toMatchObject({ plan: 'lifetime', plan_origin: 'operator', is_premium: true })
      expect((await admin('POST', `/user/${player.userId}/grant_legend`, { plan: 'starter' })).status).toBe(422)
      app.clock.advance(10 * 365 * 86_400_000)
      boss = await signIn(app, 'boss@example.com')
      player = await Player.signIn(app, 'ann@example.com')
      expect(await me()).toMatchObject({ is_premium: true, plan: 'lifetime' })
      expect(await step('end_legend')).toMatchObject({ plan: 'starter', plan_origin: null, is_premium: false })
    })

    test('whose name is reset is "Player" and four digits for everybody', async () => {
      const body = { id: player.userId, displayName: 'Rude Name' }
      await app.call('POST', 'user/api/update_profile', { token: player.token, body })
      expect(dataOf<PlayerAccount>(await admin('POST', '/user/find', { email: 'ann@example.com' })).name).toBe(
        'Rude Name',
      )
      expect(await step('reset_name')).toMatchObject({
        display_name: null,
        name: expect.stringMatching(/^Player \d{4}$/),
      })
      expect((await me()).display_name).toBeNull()
      const [entry] = await audit()
      expect(entry).toMatchObject({ action: 'name_reset', details: { before: { name: 'Rude Name' } } })
    })
  })
})

test('the site starts with six ads of its own', async () => {
  const app = await buildApp()
  const list = dataOf<AdItem[]>(await app.call('GET', 'user/api/ads'))
  expect(list.map(({ image, link }) => [image, link])).toEqual(
    [
      ['moby-dick', 2701],
      ['alice-in-wonderland', 11],
      ['sherlock-holmes', 1661],
      ['around-the-world', 103],
      ['time-machine', 35],
      ['origin-of-species', 1228],
    ].map(([slug, book]) => [`/img/ads/${slug}.svg`, `https://www.gutenberg.org/ebooks/${book}`]),
  )
  for (const ad of list) {
    expect([2, 3]).toContain(ad.texts.length)
    expect(adminEndpoints.setAds.body.safeParse({ ads: [ad] }).success).toBe(true)
  }
  await app.close()
})
