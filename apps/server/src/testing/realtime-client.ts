import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Channel, Socket } from 'phoenix'
import { WebSocket } from 'ws'
import type { TestApp } from './build-app.ts'

/** How long clients wait for a reply: long enough for a machine that stalls. */
export const REPLY_WITHIN_MS = 200_000
/** No time limits: a test may pause between requests, and within one. */
const PATIENT = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }

/** Listens on a free port, like the real process. */
export async function listen(app: TestApp): Promise<{ port: number; close(): Promise<void> }> {
  const http = createServer(PATIENT, (request, response) => app.app.handle(request, response))
  app.app.attach(http)
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  return {
    port: (http.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

/** Connects the official Phoenix client to one of our sockets. */
export function openSocket(port: number, service: 'stats' | 'gameplay', token: string): Socket {
  const socket = new Socket(`ws://127.0.0.1:${port}/services/${service}/socket`, {
    transport: WebSocket,
    authToken: token,
    timeout: REPLY_WITHIN_MS,
  })
  socket.connect()
  return socket
}

/**
 * Records what the server sends on the channels of a socket from now on, as JSON. Heartbeats and the references of
 * replies are left out, because they depend on how long a test takes.
 */
export function recordMessages(socket: Socket): string[] {
  const received: string[] = []
  socket.onMessage((message) => {
    const { topic, event, payload } = message as { topic: string; event: string; payload: unknown }
    if (topic !== 'phoenix') received.push(JSON.stringify({ topic, event, payload }))
  })
  return received
}

/** Joins a channel and returns the server's reply. */
export function join(socket: Socket, topic: string): Promise<{ channel: Channel; status: string; response: unknown }> {
  const channel = socket.channel(topic)
  return answerOf(channel.join()).then((answer) => ({ channel, ...answer }))
}

/** Pushes an event and returns the server's reply. */
export function push(channel: Channel, event: string, payload: object): Promise<{ status: string; response: unknown }> {
  return answerOf(channel.push(event, payload))
}

function answerOf(sent: ReturnType<Channel['push']>): Promise<{ status: string; response: unknown }> {
  return new Promise((resolve, reject) => {
    sent
      .receive('ok', (response) => resolve({ status: 'ok', response }))
      .receive('error', (response) => resolve({ status: 'error', response }))
      .receive('timeout', () => reject(new Error('no reply')))
  })
}
