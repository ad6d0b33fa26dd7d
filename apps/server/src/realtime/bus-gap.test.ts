import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Bus, createMemoryBus } from '../infra/bus.ts'
import { buildApp } from '../testing/build-app.ts'
import { listen } from '../testing/realtime-client.ts'
import { signIn } from '../testing/sign-in.ts'

test('after a gap in the bus every client must rejoin, as an update or the end of a session may have been lost', async () => {
  const gapListeners: (() => void)[] = []
  const bus: Bus = { ...createMemoryBus(), onGap: (listener) => void gapListeners.push(listener) }
  const app = await buildApp({ bus })
  const server = await listen(app)
  const token = await signIn(app, 'gap@example.com')
  const { body } = await app.call('GET', 'gameplay/api/token/generate', { token })
  const connect = async () => {
    const address = `ws://127.0.0.1:${server.port}/services/gameplay/socket/websocket?token=${body.token}&vsn=2.0.0`
    const socket = new WebSocket(address)
    const code = new Promise<number>((resolve) => void socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    return { socket, code }
  }
  const before = await connect()
  for (const listener of gapListeners) listener()
  expect(await before.code).toBe(1012)
  const after = await connect()
  after.socket.terminate()
  await server.close()
  await app.close()
})
