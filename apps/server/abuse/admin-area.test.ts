import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { freshCode, signIn } from '../src/testing/sign-in.ts'

// Somebody who has an admin's session, or access to their mailbox, wants to use the admin area.

const INVALID = { status: 422, body: { errors: { code: ['Code is invalid or has expired'] } } }

describe.each(databaseKinds())('the admin area on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let email: string
  let token: string

  const emails = Array.from({ length: 20 }, (_, n) => `boss${n}@example.com`).join(',')
  beforeAll(async () => {
    app = await buildApp({ kind, env: { ADMIN_EMAILS: emails } })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    email = `boss${counter}@example.com`
    app.clock.advance(2 * HOUR_MS)
    token = await signIn(app, email)
  })

  const admin = (method: 'GET' | 'POST', path: string, body?: object, as = token, through = app) =>
    through.call(method, `admin/api/v2/${path}`, { token: as, ...(body ? { body } : {}) })
  const flags = (as = token, through = app) => admin('GET', 'flags', undefined, as, through)
  const mails = () => app.mailer.sent.filter(({ to }) => to === email)
  /** Switches the second factor on; returns the app's generator and the recovery codes. */
  async function setUp(through = app) {
    const begun = await admin('POST', 'second_factor/begin', undefined, token, through)
    const { secret, url } = dataOf<{ secret: string; url: string }>(begun)
    expect(url).toMatch(/^otpauth:\/\/totp\/Quizmaster/)
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const codeAt = () => totp.generate({ timestamp: app.clock.now() })
    const enabled = await admin('POST', 'second_factor/enable', { code: codeAt() }, token, through)
    expect(enabled.status).toBe(200)
    return { codeAt, secret, recoveryCodes: dataOf<{ recovery_codes: string[] }>(enabled).recovery_codes }
  }
  /** Another session of the admin. */
  async function anotherSession() {
    const body = { email, code: await freshCode(app, email) }
    return (await app.call('POST', 'user/api/verify_code', { body })).body.token
  }
  const confirm = (code: string, as = token) => admin('POST', 'second_factor/confirm', { code }, as)

  test('closes 12 hours after the sign-in, and opens again after a new one', async () => {
    app.clock.advance(12 * HOUR_MS - 1)
    expect((await flags()).status).toBe(200)
    app.clock.advance(1)
    for (const refused of [
      await flags(),
      await admin('GET', 'second_factor'),
      await admin('POST', 'ads', { ads: 5 }),
    ]) {
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'sign_in_again', error: 'Please sign in again to use the admin area' },
      })
    }
    const me = await app.call('POST', 'user/api/auth/current_user', { token })
    expect(me.body.data).toMatchObject({ role: 'admin' })
    expect((await flags(await anotherSession())).status).toBe(200)
  })

  test('mails an admin about each sign-in, but not a player', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }
    const body = { email, code: await freshCode(app, email) }
    app.mailer.sent.length = 0
    await app.call('POST', 'user/api/verify_code', { body, headers })
    await expect.poll(() => mails().length).toBe(1)
    expect(mails()[0]?.subject).toBe('New sign-in to your Quizmaster admin account')
    expect(mails()[0]?.text).toContain('Firefox on Windows')
    expect(mails()[0]?.text).not.toMatch(/\d{6}/)
    const player = `player${counter}@example.com`
    await signIn(app, player)
    const code = await freshCode(app, player)
    await app.call('POST', 'user/api/verify_code', { body: { email: player, code } })
    const another = await freshCode(app, player)
    expect(app.mailer.sent.filter(({ to }) => to === player).at(-1)?.text).toContain(another)
    expect(app.mailer.sent.filter(({ to, subject }) => to === player && subject.includes('sign-in'))).toEqual([])
  })

  test('requires a code of the authenticator app in every further session, once the second factor is on', async () => {
    expect(dataOf(await admin('GET', 'second_factor'))).toEqual({
      enabled_at: null,
      is_required: false,
      is_confirmed: false,
      recovery_codes_left: 0,
    })
    const { codeAt } = await setUp()
    expect((await flags()).status).toBe(200)
    const other = await anotherSession()
    expect(await flags(other)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    // The code that switched it on doesn't work twice.
    expect(await confirm(codeAt(), other)).toMatchObject(INVALID)
    app.clock.advance(30_000)
    expect(await confirm(codeAt() === '000000' ? '000001' : '000000', other)).toMatchObject(INVALID)
    expect((await confirm(codeAt(), other)).status).toBe(200)
    expect((await flags(other)).status).toBe(200)
    expect(await admin('POST', 'second_factor/begin')).toMatchObject({
      status: 409,
      body: { code: 'second_factor_enabled' },
    })
  })

  test('a recovery code works once, in any spelling, and is reported', async () => {
    const { recoveryCodes } = await setUp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const [one, two] = [await anotherSession(), await anotherSession()]
    expect((await confirm(` ${code.toLowerCase().replaceAll('-', ' ')} `, one)).status).toBe(200)
    expect(await confirm(code, two)).toMatchObject(INVALID)
    expect(dataOf(await admin('GET', 'second_factor', undefined, one))).toMatchObject({ recovery_codes_left: 9 })
    await expect
      .poll(() => mails().map(({ subject }) => subject))
      .toContain('A recovery code of your admin account was used')
  })

  test('a code can be guessed 5 times in 10 minutes', async () => {
    const { codeAt } = await setUp()
    const other = await anotherSession()
    app.clock.advance(30_000)
    for (const n of [1, 2, 3, 4, 5]) expect(await confirm(`AAAA-${n}`, other)).toMatchObject(INVALID)
    expect(await confirm(codeAt(), other)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    app.clock.advance(10 * MINUTE_MS)
    expect((await confirm(codeAt(), other)).status).toBe(200)
  })

  test('of simultaneous uses of one code, one succeeds', async () => {
    const { codeAt } = await setUp()
    app.clock.advance(30_000)
    const code = codeAt()
    const answers = await Promise.all([1, 2, 3].map(() => confirm(code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test('switching it off requires a code, and then no session needs one', async () => {
    const { codeAt } = await setUp()
    const off = (code: string) => admin('POST', 'second_factor/disable', { code })
    expect(await off('AAAA')).toMatchObject(INVALID)
    app.clock.advance(30_000)
    expect((await off(codeAt())).status).toBe(200)
    expect((await flags(await anotherSession())).status).toBe(200)
    const { entries } = dataOf<{ entries: { action: string }[] }>(await admin('GET', 'audit'))
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['second_factor_disabled', 'second_factor_enabled'])
  })

  test('a server can require a second factor: without one an admin can do nothing but set it up', async () => {
    const { database, clock, mailer } = app
    const env = { ADMIN_EMAILS: emails, ADMIN_SECOND_FACTOR: 'required' }
    const strict = await buildApp({ database, clock, mailer, env })
    expect(await flags(token, strict)).toMatchObject({ status: 403, body: { code: 'second_factor_missing' } })
    await setUp(strict)
    expect((await flags(token, strict)).status).toBe(200)
    await strict.close()
  })

  test('keeps its second factor: an unconfirmed session cannot delete the account to sign up again without one', async () => {
    const { codeAt } = await setUp()
    const other = await anotherSession()
    const remove = async () => {
      const body = { email, code: await freshCode(app, email) }
      return app.call('POST', 'user/api/account/delete', { token: other, body })
    }
    expect(await remove()).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    app.clock.advance(30_000)
    expect((await confirm(codeAt(), other)).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  test('stays a 404 for players and a 401 for visitors', async () => {
    const player = await signIn(app, `player${counter}@example.com`)
    app.clock.advance(13 * HOUR_MS)
    for (const path of ['flags', 'second_factor']) {
      expect((await admin('GET', path, undefined, player)).status).toBe(404)
      expect((await app.call('GET', `admin/api/v2/${path}`)).status).toBe(401)
    }
  })

  test('the database contains neither the secret nor a recovery code', async () => {
    const { secret, recoveryCodes } = await setUp()
    const { db } = app.database
    const factors = await db.selectFrom('second_factor').selectAll().execute()
    const codes = await db.selectFrom('recovery_code').selectAll().execute()
    const stored = [
      JSON.stringify(codes),
      ...factors.map(({ sealed_secret }) => Buffer.from(sealed_secret).toString('latin1')),
      ...factors.map(({ sealed_secret }) => Buffer.from(sealed_secret).toString('hex')),
    ].join('\n')
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(Secret.fromBase32(secret).buffer).toString('hex'))
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})
