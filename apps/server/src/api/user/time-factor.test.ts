import type { Settings } from '@quizmaster/contract/http/user'
import { TIME_FACTORS } from '@quizmaster/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { Player } from '../../testing/play.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

describe.each(databaseKinds())('the time to answer on %s', (kind) => {
  let app: TestApp
  let player: Player
  let counter = 0
  beforeAll(async () => {
    app = await buildApp({ kind })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    app.clock.advance(31_000)
    player = await Player.signIn(app, `slow.${counter}@example.com`)
  })

  const save = (change: object) => app.call('POST', 'user/api/settings', { token: player.token, body: change })
  const settings = async () => dataOf<Settings>(await app.call('GET', 'user/api/settings', { token: player.token }))

  test('is not mentioned until the player has chosen one', async () => {
    expect(await settings()).toEqual({ time_zone: null, review_missed: true })
    expect((await save({ review_missed: false })).body.data).toEqual({ time_zone: null, review_missed: false })
    expect((await save({ time_factor: 1 })).body.data).toEqual({ time_zone: null, review_missed: false })
  })

  test.each(TIME_FACTORS.filter((factor) => factor > 1))('can be %d times the usual', async (time_factor) => {
    const { status, body } = await save({ time_factor })
    const kept = { time_factor, time_factor_kept_until: app.clock.now() + WEEK_MS }
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { time_zone: null, review_missed: true, ...kept },
    })
    expect(await settings()).toMatchObject(kept)
  })

  test.each([0, 0.5, 1.25, 4, 11, -2, '2', null, true])('cannot be %j', async (time_factor) => {
    const { status, body } = await save({ time_factor, review_missed: false })
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['time_factor'] })
    expect(await settings()).toEqual({ time_zone: null, review_missed: true })
  })

  test("can be changed once a week by the server's clock; a refused call changes nothing", async () => {
    const chosenAtMs = app.clock.now()
    await save({ time_factor: 2 })
    app.clock.advance(WEEK_MS - 1)
    expect((await save({ time_factor: 2 })).status).toBe(200)
    const { status, body } = await save({ time_factor: 1, review_missed: false })
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        error: 'The time to answer can be changed only once a week',
        code: 'time_factor_kept',
        details: { time_factor_kept_until: chosenAtMs + WEEK_MS },
      },
    })
    expect(await settings()).toMatchObject({ review_missed: true, time_factor: 2 })
    app.clock.advance(1)
    expect(await settings()).toEqual({ time_zone: null, review_missed: true, time_factor: 2 })
    expect((await save({ time_factor: 1 })).body.data).toMatchObject({ time_factor: 1 })
    expect((await save({ time_factor: 10 })).status).toBe(409)
  })

  test('one of two simultaneous changes is refused', async () => {
    const both = await Promise.all([save({ time_factor: 3 }), save({ time_factor: 5 })])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.filter(({ status }) => status === 409)).toHaveLength(1)
  })
})
