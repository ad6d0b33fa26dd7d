import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '@quizmaster/contract/http/user'
import { buildApp, dataOf, type TestApp } from '../testing/build-app.ts'
import { signIn } from '../testing/sign-in.ts'

// The general rules of contract 2, with all kinds of requests.
describe('the HTTP API', () => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await buildApp({ env: { PUBLIC_URL: 'https://quiz.example.org', ADMIN_EMAILS: 'boss@example.com' } })
    token = await signIn(app, 'rules@example.com')
  })
  afterAll(() => app.close())

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.call('POST', path, { body, headers })
  const me = async () => dataOf<User>(await app.call('POST', 'user/api/auth/current_user', { token }))
  const raw = (payload: string, type = 'application/json') =>
    app.call('POST', 'user/api/request_code', { body: payload, headers: { 'content-type': type } })

  test.each([
    ['broken JSON', '{"a":'],
    ['a bare null', 'null'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['a __proto__ key', '{"__proto__":{"is_premium":true}}'],
    ['a constructor.prototype key', '{"constructor":{"prototype":{"is_premium":true}}}'],
    ['no body where one is needed', ''],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]) as unknown as string],
  ])('%s is a 400', async (_, payload) => {
    expect(await raw(payload)).toMatchObject({ status: 400, body: { code: 'bad_request', error: expect.any(String) } })
    expect(({} as { is_premium?: boolean }).is_premium).toBeUndefined()
  })

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])('%s is a 415', async (type) => {
    expect(await raw('x', type)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  test('a body over 64 KiB is a 413', async () => {
    const answer = await raw(JSON.stringify({ email: 'a'.repeat(65 * 1024) }))
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  test.each<[body: object, message: string]>([
    [{}, 'email is a required field'],
    [{ email: '' }, 'email is a required field'],
    [{ email: '   ' }, 'email is a required field'],
    ...[
      'a@',
      'plain',
      'a@b ',
      'a@b.co\r\nBcc: x@y.z',
      `${'a'.repeat(10_000)}@b.co`,
      'a@b.co,c@d.co',
      'a\u0000@b.co',
      '\ud800@b.co',
      '<script>@b.co',
      'a@b..co',
      '.a@b.co',
      'a@-b.co',
      `${'a'.repeat(65)}@b.co`,
    ].map((email): [object, string] => [{ email }, 'email must be a valid email']),
    [{ email: ['a@b.co', 'c@d.co'] }, 'email must be a valid email'],
    [{ email: { $ne: null } }, 'email must be a valid email'],
    [{ email: 5 }, 'email must be a valid email'],
  ])('request_code of %j says: %s', async (body, message) => {
    expect(await post('user/api/request_code', body)).toMatchObject({
      status: 422,
      body: { errors: { email: [message] } },
    })
    expect(app.mailer.sent).toEqual([])
  })

  test.each([
    '12345',
    '1234567',
    '12a456',
    '１２３４５６',
    ' 123456',
    '',
    123456,
    12345.6,
    1e5,
    null,
    [1, 2, 3, 4, 5, 6],
    undefined,
  ])('a code of %j is not six digits', async (code) => {
    const answer = await post('user/api/verify_code', { email: 'a@b.co', code })
    expect(answer).toMatchObject({ status: 422, body: { errors: { code: ['Only numbers are allowed'] } } })
  })

  test('unknown fields are ignored and never stored', async () => {
    const { id } = await me()
    const body = {
      id,
      displayName: 'Anna Example',
      is_premium: true,
      plan: 'lifetime',
      email: 'evil@example.com',
      role: 'admin',
      points: 1e6,
    }
    const answer = await app.call('POST', 'user/api/update_profile', { token, body })
    expect(answer.body.data).toMatchObject({
      display_name: 'Anna Example',
      is_premium: false,
      plan: 'starter',
      email: 'rules@example.com',
      role: 'player',
    })
  })

  test.each([
    ['abcd', 'Display name must be at least 5 characters'],
    ['', 'Display name is a required field'],
    ['     ', 'Display name is a required field'],
    [undefined, 'Display name is a required field'],
    ['x'.repeat(41), 'Display name must be at most 40 characters'],
    ['x'.repeat(10_000), 'Display name must be at most 40 characters'],
    ['\u200b\u200b\u200b\u200b\u200b', 'Display name contains characters that are not allowed'],
    ['abc\u202edef', 'Display name contains characters that are not allowed'],
    ['abc\u0000def', 'Display name contains characters that are not allowed'],
    [5, 'Display name contains characters that are not allowed'],
    [{}, 'Display name contains characters that are not allowed'],
  ])('a display name of %j says: %s', async (displayName, message) => {
    const { id } = await me()
    const answer = await app.call('POST', 'user/api/update_profile', { token, body: { id, displayName } })
    expect(answer).toMatchObject({ status: 422, body: { errors: { displayName: [message] } } })
  })

  test('a display name is stored trimmed and in composed form', async () => {
    const { id } = await me()
    const answer = await app.call('POST', 'user/api/update_profile', {
      token,
      body: { id, displayName: '  Zoe\u0308 Quiz  ', show_on_leaderboard: false },
    })
    expect(answer.body.data).toMatchObject({ display_name: 'Zoë Quiz', show_on_leaderboard: false })
  })

  test("another player's profile is a 403, an id of the wrong form a 422", async () => {
    const displayName = 'Anna Example'
    const other = await app.call('POST', 'user/api/update_profile', {
      token,
      body: { displayName, id: '11111111-1111-1111-1111-111111111111' },
    })
    expect(other).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const wrong = await app.call('POST', 'user/api/update_profile', { token, body: { displayName, id: '1 OR 1=1' } })
    expect(wrong).toMatchObject({ status: 422, body: { errors: { id: [expect.any(String)] } } })
  })

  test.each(['Bearer null', 'Bearer undefined', 'Bearer ', 'Bearer', 'Basic abc', 'Bearer not-a-token'])(
    '%j is a visitor on open calls and a 401 on the others',
    async (authorization) => {
      expect(await post('user/api/auth/current_user', undefined, { authorization })).toMatchObject({
        status: 200,
        body: { data: null },
      })
      expect(await post('user/api/logout', undefined, { authorization })).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      })
    },
  )

  test("a caller who isn't signed in gets a 401 before the body is checked", async () => {
    expect(
      (
        await app.call('POST', 'user/api/update_profile', {
          body: '{"a":',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(401)
  })

  test('a call without a payload accepts an empty body with a JSON content type', async () => {
    expect((await post('user/api/auth/current_user', '', { 'content-type': 'application/json' })).status).toBe(200)
  })

  test.each([
    'count=-1',
    'count=0',
    'count=101',
    'count=1e9',
    'count=abc',
    'count=1&count=2',
    'count=',
    'count=%201',
    'count=99999999999999999999',
  ])('topics with %s are a 422 for count', async (query) => {
    const answer = await app.call('GET', `gameplay/api/topic/random_list?${query}`)
    expect(answer).toMatchObject({ status: 422, body: { errors: { count: [expect.any(String)] } } })
  })

  test.each([['ab'], ['x'.repeat(101)], ['x'.repeat(10_000)], ['a%00b'], ['']])(
    'a search for %j is a 422',
    async (search) => {
      const answer = await app.call('GET', `gameplay/api/topic/list?search=${search}`)
      expect(answer).toMatchObject({ status: 422, body: { errors: { search: [expect.any(String)] } } })
    },
  )

  test.each([
    [[]],
    [['x']],
    [[1e20]],
    [[null]],
    ['all'],
    [Array(10_000).fill('11111111-1111-1111-1111-111111111111')],
    [undefined],
    [{}],
  ])('topics of %j are a 422', async (topics) => {
    const answer = await post('gameplay/api/question/random_list', { topics })
    expect([413, 422]).toContain(answer.status)
    if (answer.status === 422) expect(answer.body).toEqual({ errors: { topics: [expect.any(String)] } })
  })

  test.each(['5', 1.5, 0, 51, 2 ** 53, null])('a count of %j questions is a 422', async (count) => {
    const answer = await post('gameplay/api/question/random_list', { topics: null, count })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['count'])
  })

  test('10,000 topics are refused', async () => {
    const topics = Array(1_001).fill('11111111-1111-1111-1111-111111111111')
    expect((await post('gameplay/api/question/random_list', { topics })).status).toBe(422)
    const more = Array(10_000).fill(topics[0])
    expect((await post('gameplay/api/question/random_list', { topics: more })).status).toBe(413)
  })

  test('verify_answer names each field that is missing', async () => {
    const { status, body } = await post('gameplay/api/question/verify_answer', {})
    expect(status).toBe(422)
    expect(Object.keys(body.errors).toSorted()).toEqual(['answer_id', 'question_id'])
  })

  test('flags: known ones as stored, unknown names off, an invalid request a 422', async () => {
    const flag = (name: unknown) => post('user/api/is_feature_flag_enabled', { name })
    expect((await flag('private_fun_mode_controls_enabled')).body).toEqual({ is_enabled: true })
    expect((await flag('fullscreen_ads_enabled')).body).toEqual({ is_enabled: true })
    for (const name of ['__proto__', 'constructor', 'a\u0000b', 'nope'])
      expect((await flag(name)).body).toEqual({ is_enabled: false })
    for (const name of [undefined, {}, '', 'x'.repeat(10_240)]) expect((await flag(name)).status).toBe(422)
  })

  test.each([
    ['GET', '/services/user/api/request_code'],
    ['PUT', '/services/user/api/request_code'],
    ['POST', '/services/user/api/nothing'],
    ['GET', '/services/nothing'],
    ['GET', '/services/gameplay/api/../admin'],
    ['GET', '/services/gameplay/api/%2e%2e%2fadmin'],
    ['GET', '/services/%00'],
    ['GET', '/services//'],
    ['GET', '/services/user/api/%zz'],
  ] as const)('%s %s is a 404 in JSON', async (method, url) => {
    const response = await app.server.inject({ method, url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: 'Not found', code: 'not_found' })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('every answer has the security headers, and calls are never cached', async () => {
    for (const url of ['/services/user/api/nope', '/services/gameplay/api/topic/random_list', '/healthz']) {
      const { headers } = await app.server.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': expect.stringContaining('max-age=31536000'),
        'cache-control': 'no-store',
      })
      const policy = url === '/healthz' ? /script-src 'self';/ : /^default-src 'none';/
      expect(headers['content-security-policy']).toMatch(policy)
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  test.each(['/%', '/services/user/api/%zz', `/services/gameplay/api/game/${'9'.repeat(200)}/join`])(
    'an undecodable path (%s) is answered with the security headers too',
    async (url) => {
      const { statusCode, headers } = await app.server.inject({ method: 'POST', url })
      expect(statusCode).toBe(404)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
    },
  )

  test('an OPTIONS without a requested method is not an error', async () => {
    const { statusCode, body } = await app.server.inject({ method: 'OPTIONS', url: '/services/user/api/request_code' })
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
  })

  test('CORS allows only our own origins and those of the native apps', async () => {
    const preflight = (origin: string) =>
      app.server.inject({
        method: 'OPTIONS',
        url: '/services/user/api/request_code',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,sentry-trace,baggage',
        },
      })
    for (const origin of ['https://quiz.example.org', 'capacitor://localhost', 'https://localhost']) {
      const { headers } = await preflight(origin)
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(headers['access-control-allow-headers']).toContain('sentry-trace')
    }
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('an unexpected failure is a 500 with an id that is in the log, and nothing else', async () => {
    const broken = await buildApp()
    const secret = 'SELECT secret FROM somewhere'
    const { clock } = broken
    clock.now = () => {
      throw new Error(secret)
    }
    const answer = await broken.call('POST', 'user/api/request_code', { body: { email: 'a@b.co' } })
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error', details: { id: expect.any(String) } } })
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    expect(broken.logged).toContainEqual(expect.objectContaining({ msg: 'request_failed', id: answer.body.details.id }))
    clock.now = () => Date.now()
    await broken.close()
  })

  test('an unreachable database is a 503 with Retry-After', async () => {
    const broken = await buildApp()
    await broken.database.close()
    const answer = await broken.call('POST', 'user/api/request_code', { body: { email: 'a@b.co' } })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await broken.server.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await broken.server.inject({ url: '/healthz' })).statusCode).toBe(200)
    await broken.close()
  })

  test('a client may make 1,200 calls a minute', async () => {
    const statuses = new Map<number, number>()
    for (let n = 0; n < 1_205; n += 1) {
      const { status } = await app.call('POST', 'user/api/is_feature_flag_enabled', {
        body: { name: 'x' },
        address: '10.20.0.1',
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1_200, 429: 5 })
    const refused = await app.call('POST', 'user/api/is_feature_flag_enabled', {
      body: { name: 'x' },
      address: '10.20.0.1',
    })
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.server.inject({ url: '/healthz', remoteAddress: '10.20.0.1' })).statusCode).toBe(200)
  })

  test('each service describes its calls in OpenAPI 3.1', async () => {
    for (const [service, path] of [
      ['user', '/services/user/api/verify_code'],
      ['admin', '/services/admin/api/v2/question/{id}/complaint'],
      ['gameplay', '/services/gameplay/api/question/random_list'],
    ] as const) {
      const description = (await app.server.inject({ url: `/services/${service}/openapi.json` })).json()
      expect(description.openapi).toBe('3.1.0')
      expect(Object.keys(description.paths)).toContain(path)
    }
    expect((await app.server.inject({ url: '/services/stats/openapi.json' })).json().openapi).toBe('3.1.0')
  })

  test('the accounts in ADMIN_EMAILS are admins', async () => {
    const boss = await signIn(app, 'Boss@example.com')
    expect(dataOf<User>(await app.call('POST', 'user/api/auth/current_user', { token: boss })).role).toBe('admin')
  })

  test("headers of 64 KB and a truncated request don't affect other requests", async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ port, path: '/services/user/api/nope', headers: { 'x-long': 'x'.repeat(64 * 1024) } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(431)
    expect((await post('user/api/auth/current_user')).status).toBe(200)
  })
})
