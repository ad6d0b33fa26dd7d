import Fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { LongPoll, Socket, type SocketConnectOption } from 'phoenix'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelServer } from '../src/index.ts'
import { afterTest, cleanUp } from './harness.ts'
import { newRoom } from './room.ts'

afterEach(cleanUp)

test.each([
  ['WebSocket', WebSocket],
  ['long-poll', LongPoll],
])('works over %s inside a Fastify server', async (_, transport) => {
  const channels = new ChannelServer({ secret: 'x', limits: { longPollWindowMs: 50 } })
  channels.endpoint('/services/a/socket', {
    connect: () => ({ id: null, assigns: { name: 'anna' } }),
    channels: { 'room:*': newRoom().definition },
  })
  const app = Fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (channels.handleRequest(request.raw, reply.raw)) reply.hijack()
  })
  app.get('/', async () => ({ page: 'home' }))
  channels.attach(app.server)
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterTest(async () => {
    await channels.drain({ timeoutMs: 200 })
    await app.close()
  })

  const { port } = app.server.address() as AddressInfo
  const options = { transport, timeout: 200_000 } as unknown as Partial<SocketConnectOption>
  const client = new Socket(`ws://127.0.0.1:${port}/services/a/socket`, options)
  afterTest(() => new Promise<void>((resolve) => client.disconnect(resolve)))
  client.connect()
  const channel = client.channel('room:1')
  channel.join()
  const echoed = await new Promise((resolve) => channel.push('echo', { a: 1 }).receive('ok', resolve))
  expect(echoed).toEqual({ a: 1 })
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ page: 'home' })
})
