import { userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { User } from '@quizmaster/contract/http/user'
import type { Socket } from 'phoenix'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { dataOf, type TestApp, topicFile } from '../testing/build-app.ts'
import { databaseKinds } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { join, listen, openSocket, push } from '../testing/realtime-client.ts'
import { signIn } from '../testing/sign-in.ts'
import { buildTwoProcesses } from '../testing/two-processes.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 60) }

interface Asked {
  id: string
  answers: { id: string; text: string }[]
}

describe.each(databaseKinds())('points in realtime on %s', (kind) => {
  let one: TestApp
  let two: TestApp
  let ports: number[]
  const closers: (() => Promise<void>)[] = []
  const sockets: Socket[] = []
  const clock = fakeClock()
  let token: string
  let user: User
  let counter = 0

  beforeAll(async () => {
    const processes = await buildTwoProcesses({ kind, clock, content: CONTENT })
    ;({ one, two } = processes)
    const listening = [await listen(one), await listen(two)]
    ports = listening.map(({ port }) => port)
    closers.push(...listening.map((server) => () => server.close()), processes.close)
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
  beforeEach(async () => {
    counter += 1
    clock.advance(60 * 60_000)
    token = await signIn(one, `points${counter}@example.com`)
    user = dataOf<User>(await one.call('POST', 'user/api/auth/current_user', { token }))
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })

  const tokenFor = async (service: 'stats' | 'gameplay', bearer = token) =>
    (await one.call('GET', `${service}/api/token/generate`, { token: bearer })).body.token
  const connect = async (port = ports[0] ?? 0) => {
    const socket = openSocket(port, 'stats', await tokenFor('stats'))
    sockets.push(socket)
    return socket
  }
  const follow = async (socket: Socket) => {
    const { channel } = await join(socket, userStatsTopic(user.id))
    const seen: [string, Record<string, unknown>][] = []
    for (const event of ['user_stats_update', 'new_level_achieved', 'new_rank_achieved']) {
      channel.on(event, (payload: Record<string, unknown>) => void seen.push([event, payload]))
    }
    return { channel, seen }
  }
  const draw = async (count: number) =>
    dataOf<Asked[]>(
      await one.call('POST', 'gameplay/api/question/random_list', { token, body: { topics: null, count } }),
    )
  const answer = (question: Asked | undefined, text: string, app = one) =>
    app.call('POST', 'gameplay/api/question/verify_answer', {
      token,
      body: {
        question_id: question?.id,
        answer_id: question?.answers.find((candidate) => candidate.text.startsWith(text))?.id,
      },
    })
  const stats = async () => {
    const { channel } = await join(await connect(), userStatsTopic(user.id))
    return (await push(channel, 'get_user_stats', { user_id: user.id })).response
  }

  test('a player starts with nothing', async () => {
    expect(await stats()).toEqual({
      rank_number: 0,
      rank: '',
      level: 0,
      current_points: 0,
      next_level_points: 50,
      last_earned_points: 0,
      total_points: 0,
    })
  })

  test('a right answer earns 10 points, shown at once on every open device, also through another process', async () => {
    const here = await follow(await connect(ports[0]))
    const there = await follow(await connect(ports[1]))
    const [question] = await draw(1)
    await answer(question, 'Right')
    for (const { seen } of [here, there]) {
      await expect
        .poll(() => seen)
        .toEqual([
          [
            'user_stats_update',
            expect.objectContaining({ total_points: 10, current_points: 10, last_earned_points: 10 }),
          ],
        ])
    }
  })

  test('a wrong answer earns nothing, and a later right one earns nothing either', async () => {
    const [question] = await draw(1)
    await answer(question, 'Wrong')
    await answer(question, 'Right')
    expect(await stats()).toMatchObject({ total_points: 0 })
  })

  test('a question that was not served to the player earns nothing', async () => {
    const { body } = await one.call('POST', 'gameplay/api/question/random_list', { body: { topics: null, count: 1 } })
    const [question] = body.data as Asked[]
    expect((await answer(question, 'Right')).status).toBe(200)
    expect(await stats()).toMatchObject({ total_points: 0 })
  })

  test('50 concurrent right answers to one serving, through two processes, earn 10 points', async () => {
    const [question] = await draw(1)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => answer(question, 'Right', n % 2 ? one : two)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await stats()).toMatchObject({ total_points: 10 })
    const awards = await one.database.db.selectFrom('point_award').selectAll().where('user_id', '=', user.id).execute()
    expect(awards).toHaveLength(1)
  })

  test('a question that is served again can earn again', async () => {
    for (let round = 0; round < 2; round += 1) {
      clock.advance(1_000)
      for (const question of await draw(50)) await answer(question, round === 0 ? 'Wrong' : 'Right')
      clock.advance(60_000)
    }
    // The bank has 60 questions: of the second 50 drawn, 40 had been seen. 30 earn within a minute.
    expect(await stats()).toMatchObject({ total_points: 300 })
  })

  test('after 30 awards within a minute an answer is still judged, but earns nothing', async () => {
    const questions = await draw(40)
    for (const question of questions.slice(0, 35)) {
      const judged = dataOf<{ is_correct: boolean }>(await answer(question, 'Right'))
      expect(judged.is_correct).toBe(true)
    }
    expect(await stats()).toMatchObject({ total_points: 300 })
    clock.advance(60_000)
    await answer(questions[35], 'Right')
    expect(await stats()).toMatchObject({ total_points: 310 })
  })

  test('the first level gives a rank event, the second a level event, one each', async () => {
    const { seen } = await follow(await connect())
    const questions = await draw(11)
    for (const question of questions) await answer(question, 'Right')
    const levels = () => seen.filter(([event]) => event !== 'user_stats_update')
    await expect.poll(levels).toEqual([
      ['new_rank_achieved', { level: 1, rank: 'Wanderer', rank_number: 1 }],
      ['new_level_achieved', { level: 2, rank: 'Wanderer', rank_number: 1 }],
    ])
    expect(await stats()).toMatchObject({
      level: 2,
      rank: 'Wanderer',
      rank_number: 1,
      current_points: 0,
      next_level_points: 70,
    })
  })

  test("another user's topic is unauthorized, an unknown one unmatched, and the socket stays open", async () => {
    const socket = await connect()
    expect(await join(socket, 'user_stats:11111111-1111-1111-1111-111111111111')).toMatchObject({
      status: 'error',
      response: { reason: 'unauthorized' },
    })
    for (const topic of ['user_stats:', 'user_stats:*', `${userStatsTopic(user.id)} `]) {
      expect(await join(socket, topic)).toMatchObject({ status: 'error', response: { reason: 'unauthorized' } })
    }
    for (const topic of ['__proto__', `active_game:${user.id}`]) {
      expect(await join(socket, topic)).toMatchObject({ status: 'error', response: { reason: 'unmatched topic' } })
    }
    const { channel } = await join(socket, userStatsTopic(user.id))
    expect(await push(channel, 'get_user_stats', { user_id: 'somebody else' })).toMatchObject({
      status: 'error',
      response: { reason: 'not_your_user_id' },
    })
    expect(await push(channel, 'get_everything', {})).toMatchObject({
      status: 'error',
      response: { reason: 'unknown_event' },
    })
    expect(await push(channel, 'get_user_stats', { user_id: user.id })).toMatchObject({ status: 'ok' })
  })

  test('a player in no game gets null', async () => {
    const socket = openSocket(ports[0] ?? 0, 'gameplay', await tokenFor('gameplay'))
    sockets.push(socket)
    const { channel } = await join(socket, `active_game:${user.id}`)
    expect(await push(channel, 'get_active_game', { user_id: user.id })).toEqual({
      status: 'ok',
      response: { game: null },
    })
  })

  describe('connecting', () => {
    const upgrade = (query: string, headers: Record<string, string> = {}, service = 'stats') =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${ports[0]}/services/${service}/socket/websocket?${query}`, {
          headers,
        })
        socket.on('open', () => {
          resolve(101)
          socket.terminate()
        })
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
        socket.on('error', () => undefined)
      })

    test('no token, a wrong one, one of the other service, another version: 403 before the upgrade', async () => {
      const mine = await tokenFor('stats')
      expect(await upgrade(`token=${mine}&vsn=2.0.0`)).toBe(101)
      expect(await upgrade('vsn=2.0.0')).toBe(403)
      expect(await upgrade('token=nonsense&vsn=2.0.0')).toBe(403)
      // Changes the signature's first character: the last one has bits that base64 ignores.
      const forged = mine.replace(/(?<=\.)./, (first) => (first === 'A' ? 'B' : 'A'))
      expect(await upgrade(`token=${forged}&vsn=2.0.0`)).toBe(403)
      expect(await upgrade(`token=${await tokenFor('gameplay')}&vsn=2.0.0`)).toBe(403)
      expect(await upgrade(`token=${mine}&vsn=2.0.0`, {}, 'gameplay')).toBe(403)
      expect(await upgrade(`token=${mine}`)).toBe(403)
      expect(await upgrade(`token=${mine}&vsn=9.9.9`)).toBe(403)
    })

    test('a token can be used to connect for 10 minutes', async () => {
      const mine = await tokenFor('stats')
      clock.advance(10 * 60_000 - 1)
      expect(await upgrade(`token=${mine}&vsn=2.0.0`)).toBe(101)
      clock.advance(1)
      expect(await upgrade(`token=${mine}&vsn=2.0.0`)).toBe(403)
    })

    test('pages of the own host, of PUBLIC_URL and of the wrapper may connect, others may not', async () => {
      const mine = await tokenFor('stats')
      const from = (origin: string) => upgrade(`token=${mine}&vsn=2.0.0`, { origin })
      expect(await from(`http://127.0.0.1:${ports[0]}`)).toBe(101)
      expect(await from('http://localhost:4000')).toBe(101)
      expect(await from('capacitor://localhost')).toBe(101)
      expect(await from('https://localhost')).toBe(101)
      expect(await from('https://evil.example')).toBe(403)
    })

    test('a user may have 20 sockets; one more is a 429', async () => {
      const mine = await tokenFor('stats')
      const open = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = new WebSocket(
            `ws://127.0.0.1:${ports[0]}/services/stats/socket/websocket?token=${mine}&vsn=2.0.0`,
          )
          await new Promise((resolve) => socket.once('open', resolve))
          return socket
        }),
      )
      expect(await upgrade(`token=${mine}&vsn=2.0.0`)).toBe(429)
      for (const socket of open) socket.terminate()
    })

    test('logout closes the sockets of that session with 1001 and keeps those of other devices', async () => {
      clock.advance(60_000)
      const other = await signIn(one, user.email)
      const closed = async (bearer: string) => {
        const socketToken = await tokenFor('stats', bearer)
        const socket = new WebSocket(
          `ws://127.0.0.1:${ports[1]}/services/stats/socket/websocket?token=${socketToken}&vsn=2.0.0`,
        )
        await new Promise((resolve) => socket.once('open', resolve))
        return { socket, code: new Promise<number>((resolve) => void socket.once('close', resolve)) }
      }
      const [here, there] = [await closed(token), await closed(other)]
      const minted = await tokenFor('stats')
      await one.call('POST', 'user/api/logout', { token })
      expect(await here.code).toBe(1001)
      expect(there.socket.readyState).toBe(WebSocket.OPEN)
      expect(await upgrade(`token=${minted}&vsn=2.0.0`)).toBe(403)
      await one.call('POST', 'user/api/sessions/revoke_all', { token: other })
      expect(await there.code).toBe(1001)
    })

    test('long-poll returns 403 in the body, with the same headers as every response', async () => {
      const poll = (query: string, headers: Record<string, string> = {}) =>
        fetch(`http://127.0.0.1:${ports[0]}/services/stats/socket/longpoll?${query}`, { headers })
      const refused = await poll('vsn=2.0.0&')
      expect([refused.status, await refused.json()]).toEqual([200, { status: 403 }])
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
      const opened = await poll('vsn=2.0.0&', { 'x-phoenix-authtoken': await tokenFor('stats') })
      expect(await opened.json()).toMatchObject({ status: 410, token: expect.any(String) })
    })

    test.each(['capacitor://localhost', 'https://localhost'])('pages of %s may use long-poll', async (origin) => {
      const address = `http://127.0.0.1:${ports[0]}/services/gameplay/socket/longpoll?vsn=2.0.0`
      const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-phoenix-authtoken' }
      const preflight = await fetch(address, { method: 'OPTIONS', headers: { origin, ...asked } })
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-headers')).toBe('x-phoenix-authtoken')
      const headers = { origin, 'x-phoenix-authtoken': await tokenFor('gameplay') }
      const opened = await fetch(address, { headers })
      expect(opened.headers.get('access-control-allow-origin')).toBe(origin)
      expect(await opened.json()).toMatchObject({ status: 410, token: expect.any(String) })
    })

    test('a socket that exceeds a limit of contract 7 is closed with the matching code, and no other is', async () => {
      const bystander = await follow(await connect())
      const open = async () => {
        const socket = new WebSocket(
          `ws://127.0.0.1:${ports[0]}/services/stats/socket/websocket?token=${await tokenFor('stats')}&vsn=2.0.0`,
        )
        await new Promise((resolve) => socket.once('open', resolve))
        return socket
      }
      const codeAfter = async (...frames: (string | Buffer)[]) => {
        const socket = await open()
        const code = new Promise<number>((resolve) => void socket.once('close', resolve))
        for (const frame of frames) socket.send(frame)
        return code
      }
      expect(await codeAfter('x'.repeat(8 * 1024 + 1))).toBe(1009)
      expect(await codeAfter(Buffer.from([0, 1, 2]))).toBe(1003)
      for (const malformed of ['hello', '{}', '[]', '[1,2]', '', '['.repeat(8_000)])
        expect(await codeAfter(malformed)).toBe(1011)
      expect(await codeAfter(...Array.from({ length: 101 }, (_, n) => `[null,"${n}","phoenix","heartbeat",{}]`))).toBe(
        1008,
      )
      expect(await push(bystander.channel, 'get_user_stats', { user_id: user.id })).toMatchObject({ status: 'ok' })
    })
  })
})
