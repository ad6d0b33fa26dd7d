import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { freshCode, signIn } from '../src/testing/sign-in.ts'

// Somebody who has stolen a session, but has no access to the mailbox, wants to delete the account or export its data.

const INVALID = { status: 422, body: { errors: { code: ['Code is invalid or has expired'] } } }
const MISSING = { status: 422, body: { errors: { code: ['code is a required field'] } } }

describe.each(databaseKinds())('a stolen session on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let email: string
  let token: string

  beforeAll(async () => {
    app = await buildApp({ kind })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    email = `owner${counter}@example.com`
    app.clock.advance(120 * MINUTE_MS)
    token = await signIn(app, email)
  })

  const remove = (body: object) => app.call('POST', 'user/api/account/delete', { token, body: { email, ...body } })
  const takeAway = (body?: object) => app.call('POST', 'user/api/account/export', { token, ...(body ? { body } : {}) })
  const isThere = async () => dataOf(await app.call('POST', 'user/api/auth/current_user', { token })) !== null
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('neither deletes nor exports the account without a mailed code', async () => {
    for (const refused of [await remove({}), await takeAway(), await takeAway({})])
      expect(refused).toMatchObject(MISSING)
    for (const code of ['12345', 'abcdef', '１２３４５６', 123_456]) {
      for (const refused of [await remove({ code }), await takeAway({ code })]) {
        expect(refused).toMatchObject({ status: 422, body: { errors: { code: ['Only numbers are allowed'] } } })
      }
    }
    expect(await isThere()).toBe(true)
  })

  test('has 5 guesses in 10 minutes, whichever call it uses', async () => {
    const code = await freshCode(app, email)
    for (let n = 0; n < 3; n += 1) expect(await takeAway({ code: another(code) })).toMatchObject(INVALID)
    for (let n = 0; n < 2; n += 1) expect(await remove({ code: another(code) })).toMatchObject(INVALID)
    expect(await takeAway({ code })).toMatchObject(INVALID)
    expect(await remove({ code })).toMatchObject(INVALID)
    expect(await isThere()).toBe(true)
  })

  test("is not helped by the code of another account's mailbox, or by one that is used or old", async () => {
    const other = await freshCode(app, `other${counter}@example.com`)
    const code = await freshCode(app, email)
    if (other !== code) expect(await remove({ code: other })).toMatchObject(INVALID)
    expect((await takeAway({ code })).status).toBe(200)
    expect(await takeAway({ code })).toMatchObject(INVALID)
    expect(await remove({ code })).toMatchObject(INVALID)
    const old = await freshCode(app, email)
    app.clock.advance(10 * MINUTE_MS)
    expect(await remove({ code: old })).toMatchObject(INVALID)
    expect((await remove({ code: await freshCode(app, email) })).status).toBe(200)
    expect(await isThere()).toBe(false)
  })

  test('of simultaneous exports with one code, one succeeds', async () => {
    const code = await freshCode(app, email)
    const answers = await Promise.all([1, 2, 3].map(() => takeAway({ code })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test('the owner may request the code right after signing in, with the token', async () => {
    const request = () => app.call('POST', 'user/api/request_code', { token, body: { email } })
    expect((await request()).status).toBe(200)
    expect((await request()).status).toBe(429)
  })
})
