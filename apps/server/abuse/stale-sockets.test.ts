import type { Socket } from 'phoenix'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { join, listen, openSocket } from '../src/testing/realtime-client.ts'
import { signIn } from '../src/testing/sign-in.ts'

// Somebody who has stolen a session keeps a socket open, to go on listening after the session has ended.

describe.each(databaseKinds())('open sockets on %s', (kind) => {
  let app: TestApp
  let http: Awaited<ReturnType<typeof listen>>
  const sockets: Socket[] = []

  beforeAll(async () => {
    app = await buildApp({ kind })
    http = await listen(app)
  })
  afterAll(async () => {
    await http.close()
    await app.close()
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })

  /** Opens a socket and joins its channel; `closed` resolves with its close code. */
  async function open(token: string) {
    const { id } = dataOf<{ id: string }>(await app.call('POST', 'user/api/auth/current_user', { token }))
    const { body } = await app.call('GET', 'stats/api/token/generate', { token })
    const socket = openSocket(http.port, 'stats', body.token)
    sockets.push(socket)
    const codes: number[] = []
    socket.onClose((event) => void codes.push(event.code))
    await join(socket, `user_stats:${id}`)
    return codes
  }

  test('a socket closes when its session expires, and others stay', async () => {
    const stale = await open(await signIn(app, 'stale@example.com'))
    app.clock.advance(89 * DAY_MS)
    const fresh = await open(await signIn(app, 'fresh@example.com'))
    await app.app.checkSockets()
    expect(stale).toEqual([])
    app.clock.advance(DAY_MS)
    await app.app.checkSockets()
    await expect.poll(() => stale[0]).toBe(1001)
    expect(fresh).toEqual([])
  })

  test('a socket closes when its session is gone, even if no process has announced it', async () => {
    const codes = await open(await signIn(app, 'gone@example.com'))
    await app.database.db.deleteFrom('session').execute()
    await app.app.checkSockets()
    await expect.poll(() => codes[0]).toBe(1001)
  })
})
