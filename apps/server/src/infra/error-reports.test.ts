import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../testing/build-app.ts'
import { type Ingest, startIngest } from '../testing/sentry-ingest.ts'
import { Player } from '../testing/play.ts'
import { contextOf, createErrorReports, type ErrorReports } from './error-reports.ts'

interface ErrorEvent {
  environment: string
  release: string
  tags: Record<string, string>
  user?: Record<string, string>
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] }
}

describe('error reports', () => {
  let ingest: Ingest
  let reports: ErrorReports
  let nowMs = 0

  beforeEach(async () => {
    ingest = await startIngest()
    reports = createErrorReports({ dsn: ingest.dsn, environment: 'test', release: '1.2.3', now: () => nowMs })
  })
  afterEach(() => ingest.close())

  test('an invalid DSN rejects opened, and reporting to it does nothing', async () => {
    const broken = createErrorReports({ dsn: 'https://example.com', environment: 'test', release: '1' })
    await expect(broken.opened).rejects.toThrow('DSN')
    broken.report(new Error('down'), {})
    await broken.flush()
  })

  const events = () => ingest.items('event').map(({ payload }) => payload as ErrorEvent)
  const arrived = (count: number) => expect.poll(() => events().length).toBe(count)
  const everything = () => ingest.envelopes.map(({ text }) => text).join('\n')

  test('contain the error, its place in the code, the release and the random id of the user', async () => {
    reports.report(new TypeError('nothing there'), { msg: 'request_failed', id: 'abc', userId: 'user-1' })
    await arrived(1)
    const [event] = events()
    expect(event).toMatchObject({ environment: 'test', release: '1.2.3', user: { id: 'user-1' } })
    expect(event?.tags).toEqual({ msg: 'request_failed', id: 'abc' })
    expect(event?.exception.values).toMatchObject([{ type: 'TypeError', value: 'nothing there' }])
    const frames = event?.exception.values[0]?.stacktrace.frames ?? []
    expect(frames.at(-1)?.filename).toBe('apps/server/src/infra/error-reports.test.ts')
  })

  test('contain nothing private from the message, stack, cause or fields of an error, or from a thrown object', async () => {
    const error = new Error('for canary@example.com with code 987654 at postgres://u:canary@h/db', {
      cause: new Error('canary'),
    })
    error.name = 'canary@example.com'
    error.stack = `Error: canary\n    at canary@example.com (/srv/apps/server/src/x.ts?token=canary:1:2)`
    reports.report(Object.assign(error, { canary: 'canary', body: { email: 'canary@example.com' } }), {})
    reports.report({ name: 'canary', token: 'canary' }, { msg: 'thrown' })
    reports.report('canary@example.com', {})
    await arrived(3)
    expect(everything()).not.toMatch(/canary|987654/)
  })

  test('are limited to 60 per minute', async () => {
    for (let count = 0; count < 200; count += 1) {
      reports.report(new Error('down'), {})
      await reports.flush()
    }
    // On a machine that stalls, flush may not wait for the last one.
    await expect.poll(() => ingest.callCount).toBe(60)
    nowMs += 60_000
    reports.report(new Error('down'), {})
    await expect.poll(() => ingest.callCount).toBe(61)
  })

  test.each(['hangs', 'fails', 'limits', 'resets'] as const)(
    'an ingest server that %s delays nothing and breaks nothing',
    async (mode) => {
      ingest.mode = mode
      for (let count = 0; count < 100; count += 1) reports.report(new Error('down'), {})
      await reports.flush()
      await ingest.close()
      reports.report(new Error('nobody there'), {})
      await reports.flush()
      expect(events()).toEqual([])
    },
  )

  describe('of the app', () => {
    let app: TestApp

    beforeEach(async () => {
      app = await buildApp({ onError: (line) => reports.report(line.err, contextOf(line)) })
    })
    afterEach(() => app.close())

    test('a failed call is reported once, with the id of its response and none of its data', async () => {
      const ada = await Player.signIn(app, 'canary@example.com')
      await app.database.db.schema.alterTable('serving').renameTo('serving_gone').execute()
      const answer = await app.call('POST', 'gameplay/api/question/random_list?canary=canary', {
        token: ada.token,
        body: { topics: null, canary: 'canary' },
        headers: { cookie: 'canary=canary', 'user-agent': 'canary', 'x-canary': 'canary' },
      })
      expect(answer.status).toBe(500)
      await arrived(1)
      expect(events()[0]?.tags).toMatchObject({
        msg: 'request_failed',
        id: answer.body.details.id,
        route: 'POST /services/gameplay/api/question/random_list',
      })
      expect(events()[0]?.user).toEqual({ id: ada.userId })
      expect(everything()).not.toContain('canary')
      expect(everything()).not.toContain(ada.token)
    })

    test('a failed background task is reported, an expected error is not', async () => {
      await app.call('POST', 'user/api/request_code', { body: { email: 'nonsense' } })
      await app.call('POST', 'user/api/logout')
      await app.database.db.schema.alterTable('queued_mail').renameColumn('due_at', 'gone').execute()
      await expect
        .poll(() => events()[0]?.tags)
        .toMatchObject({
          msg: 'background_work_failed',
          work: 'mail',
        })
    })
  })
})
