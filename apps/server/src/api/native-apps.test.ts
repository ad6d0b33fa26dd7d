import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { buildApp, type TestApp } from '../testing/build-app.ts'
import { signIn } from '../testing/sign-in.ts'

const FINGERPRINT = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0')).join(':')
const ASSET_LINKS = '/.well-known/assetlinks.json'
const APPLE_LINKS = '/.well-known/apple-app-site-association'

let app: TestApp
afterEach(() => app.close())

async function start(env: Record<string, string>): Promise<TestApp> {
  app = await buildApp({ env })
  return app
}

describe('link files', () => {
  test('without their settings both are a 404, not the web app', async () => {
    const { server } = await start({})
    for (const url of [ASSET_LINKS, APPLE_LINKS]) {
      const answer = await server.inject(url)
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 404, code: 'not_found' })
    }
  })

  test('they name our app, its certificates, its team and the paths that open in it', async () => {
    const { server } = await start({
      ANDROID_CERT_SHA256: `${FINGERPRINT}, ${FINGERPRINT.replace('00:', 'ff:')}`,
      APPLE_TEAM_ID: 'ABCDE12345',
    })
    const android = await server.inject(ASSET_LINKS)
    expect(android.headers['content-type']).toMatch(/^application\/json/)
    expect(android.json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'app.quizmaster',
          sha256_cert_fingerprints: [FINGERPRINT.toUpperCase(), FINGERPRINT.replace('00:', 'ff:').toUpperCase()],
        },
      },
    ])
    const apple = await server.inject(APPLE_LINKS)
    expect(apple.headers['content-type']).toMatch(/^application\/json/)
    expect(apple.json()).toEqual({
      applinks: {
        details: [
          {
            appIDs: ['ABCDE12345.app.quizmaster'],
            components: [
              { '/': '/app/private-game/join/*' },
              { '/': '/daily/*' },
              { '/': '/base/login' },
              { '/': '/daily' },
            ],
          },
        ],
      },
    })
  })

  test('one setting alone serves its own file', async () => {
    const { server } = await start({ APPLE_TEAM_ID: 'ABCDE12345' })
    expect((await server.inject(APPLE_LINKS)).statusCode).toBe(200)
    expect((await server.inject(ASSET_LINKS)).statusCode).toBe(404)
  })

  test.each([
    { ANDROID_CERT_SHA256: 'AA:BB' },
    { ANDROID_CERT_SHA256: FINGERPRINT.replaceAll(':', '') },
    { APPLE_TEAM_ID: 'abc' },
    { APP_STORE_URL: 'http://apps.apple.com/app/id1' },
    { OLDEST_APP_VERSION: '1.2' },
  ])('%o is refused at startup', async (env) => {
    await start({})
    expect(() => readConfig(env)).toThrow(new RegExp(`^${Object.keys(env)[0]} must be `))
  })
})

describe('old apps', () => {
  const current = (version?: string) =>
    app.call('POST', 'user/api/auth/current_user', {
      headers: version === undefined ? {} : { 'x-app-version': version },
    })

  test('an app older than OLDEST_APP_VERSION is told so, with its page in the store', async () => {
    await start({ OLDEST_APP_VERSION: '1.10.0', APP_STORE_URL: 'https://apps.apple.com/app/id1' })
    expect(await current('android/1.9.9')).toMatchObject({
      status: 426,
      body: {
        code: 'app_too_old',
        error: expect.any(String),
        details: { store_url: 'https://play.google.com/store/apps/details?id=app.quizmaster' },
      },
    })
    expect((await current('ios/0.99.0')).body.details).toEqual({ store_url: 'https://apps.apple.com/app/id1' })
    for (const version of ['android/1.10.0', 'ios/1.10.1', 'ios/2.0.0', undefined, 'nonsense', 'android/1.9']) {
      expect((await current(version)).status).toBe(200)
    }
  })

  test('it is told when it starts, and gets no token for the sockets', async () => {
    await start({ OLDEST_APP_VERSION: '2.0.0' })
    const token = await signIn(app, 'old@example.com')
    const headers = { 'x-app-version': 'ios/1.0.0', origin: 'capacitor://localhost' }
    const config = await app.server.inject({ url: '/config.json', headers })
    expect(config.statusCode).toBe(426)
    expect(config.headers['access-control-allow-origin']).toBe('capacitor://localhost')
    expect(config.json().details).toEqual({ store_url: null })
    expect(await app.call('GET', 'stats/api/token/generate', { token, headers })).toMatchObject({ status: 426 })
    expect((await app.server.inject({ url: '/healthz', headers })).statusCode).toBe(200)
  })

  test('without the setting every version is served', async () => {
    await start({})
    expect((await current('android/0.0.1')).status).toBe(200)
  })
})

test.each(['capacitor://localhost', 'https://localhost'])(
  'pages of %s may call, with the app’s version',
  async (origin) => {
    const { server } = await start({})
    const preflight = await server.inject({
      method: 'OPTIONS',
      url: '/services/user/api/auth/current_user',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-app-version',
      },
    })
    expect(preflight.headers['access-control-allow-origin']).toBe(origin)
    expect(preflight.headers['access-control-allow-headers']).toContain('x-app-version')
    const answer = await server.inject({
      method: 'POST',
      url: '/services/user/api/auth/current_user',
      headers: { origin, 'x-app-version': 'ios/1.0.0' },
    })
    expect({ status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] }).toEqual({
      status: 200,
      allowed: origin,
    })
  },
)
