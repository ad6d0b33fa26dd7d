import type { AuditEntry } from '@quizmaster/contract/http/admin'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../features/accounts/retention.ts'
import { DAY_MS, HOUR_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { freshCode, signIn } from '../../testing/sign-in.ts'

const ADMIN = 'boss@example.com'

describe.each(databaseKinds())('suggested topics on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let email: string
  let token: string

  beforeAll(async () => {
    app = await buildApp({ kind, env: { ADMIN_EMAILS: ADMIN } })
  })
  beforeEach(async () => {
    await app.database.db.deleteFrom('topic_suggestion').execute()
    counter += 1
    email = `player.${counter}@example.com`
    token = await signIn(app, email)
  })
  afterAll(() => app.close())

  const suggest = (text: unknown, by = token) =>
    app.call('POST', 'gameplay/api/topic/suggest', { token: by, body: { text } })
  const sweep = () => sweepAccounts({ db: app.database.db, clock: app.clock, dataDir: '/nowhere' })
  const asAdmin = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const admin = await signIn(app, ADMIN)
    app.clock.advance(HOUR_MS)
    return app.call(method, `admin/api/v2/${path}`, { token: admin, ...(body ? { body } : {}) })
  }
  const remove = (text: unknown) => asAdmin('POST', 'topic_suggestion/remove', { text })
  const list = async (page = 1) =>
    dataOf<{ suggestions: { text: string; player_count: number }[]; has_more: boolean }>(
      await asAdmin('GET', `topic_suggestions?page=${page}`),
    )

  test('are stored once per account, whatever the case, accents and spaces', async () => {
    expect(await suggest('  Falconry  ')).toMatchObject({ status: 200, body: { data: { is_new: true } } })
    expect(await suggest('FÄLCONRY')).toMatchObject({ status: 200, body: { data: { is_new: false } } })
    app.clock.advance(1_000)
    const other = await signIn(app, `other.${counter}@example.com`)
    expect(await suggest('falconry', other)).toMatchObject({ status: 200, body: { data: { is_new: true } } })
    await suggest('Knots and\n ropes')
    expect(await list()).toMatchObject({
      suggestions: [
        { text: 'Falconry', player_count: 2 },
        { text: 'Knots and ropes', player_count: 1 },
      ],
      has_more: false,
    })
  })

  test.each([
    [''],
    ['ab'],
    ['   a   '],
    ['x'.repeat(101)],
    ['???'],
    ['Knots\u0007'],
    ['a\u0000bc'],
    [5],
    [null],
    [undefined],
  ])('%j is refused', async (text) => {
    const { status, body } = await suggest(text)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['text'])
    expect(await app.database.db.selectFrom('topic_suggestion').selectAll().execute()).toEqual([])
  })

  test('are limited to ten an hour an account', async () => {
    for (let turn = 0; turn < 10; turn += 1) expect((await suggest(`Topic ${turn}`)).status).toBe(200)
    expect(await suggest('Topic 11')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    app.clock.advance(HOUR_MS)
    expect((await suggest('Topic 11')).status).toBe(200)
  })

  test('are for signed-in players to make and for admins to read', async () => {
    const { status } = await app.call('POST', 'gameplay/api/topic/suggest', { body: { text: 'Falconry' } })
    expect(status).toBe(401)
    expect((await app.call('GET', 'admin/api/v2/topic_suggestions', { token })).status).toBe(404)
  })

  test('are removed for everybody by an admin, in any wording, and may be suggested again', async () => {
    await suggest('Falconry')
    const other = await signIn(app, `other.${counter}@example.com`)
    await suggest('FÄLCONRY', other)
    await suggest('Knots')
    expect(await remove('falconry')).toMatchObject({ status: 200, body: { data: {} } })
    expect(await list()).toMatchObject({ suggestions: [{ text: 'Knots', player_count: 1 }] })
    const { entries } = dataOf<{ entries: AuditEntry[] }>(await asAdmin('GET', 'audit'))
    expect(entries[0]).toMatchObject({
      action: 'topic_suggestion_removed',
      subject: 'falconry',
      details: { player_count: 2 },
    })
    expect(await remove('Falconry')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await suggest('Falconry', other)).toMatchObject({ status: 200, body: { data: { is_new: true } } })
  })

  test.each([[''], ['x'.repeat(101)], ['a\u0000bc'], [5], [null], [undefined]])(
    '%j is refused as a topic to remove',
    async (text) => {
      const { status, body } = await remove(text)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['text']])
    },
  )

  test('are part of the export, and are erased with the account', async () => {
    await suggest('Falconry')
    const madeAt = app.clock.now()
    const exported = await app.call('POST', 'user/api/account/export', {
      token,
      body: { code: await freshCode(app, email) },
    })
    expect(dataOf<object>(exported)).toMatchObject({ topic_suggestions: [{ text: 'Falconry', created_at: madeAt }] })
    const body = { email, code: await freshCode(app, email) }
    expect((await app.call('POST', 'user/api/account/delete', { token, body })).status).toBe(200)
    expect(await app.database.db.selectFrom('topic_suggestion').selectAll().execute()).toEqual([])
  })

  test('are kept for 400 days', async () => {
    await suggest('Falconry')
    app.clock.advance(400 * DAY_MS - 1)
    await sweep()
    expect(await app.database.db.selectFrom('topic_suggestion').selectAll().execute()).toHaveLength(1)
    app.clock.advance(1)
    await sweep()
    expect(await app.database.db.selectFrom('topic_suggestion').selectAll().execute()).toEqual([])
  })
})
