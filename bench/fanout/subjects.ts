import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { WebSocket, WebSocketServer } from 'ws'
import { ChannelServer, defineChannel, ok, type JsonObject } from '@quizmaster/channels'

/** A server under test that groups sockets in rooms. The room comes from the path's query or from the join. */
export type Subject = {
  readonly server: Server
  /** Sends a payload to a room, encoded once if the server supports that. */
  broadcast(room: string, payload: JsonObject): void
}

/** The names that `makeSubject` knows. */
export const subjectNames = ['ws', 'channels', 'socket.io'] as const
export type SubjectName = (typeof subjectNames)[number]

// The `ws` that channels uses; the one at the root of the workspace is an older version.
const requireOfChannels = createRequire(import.meta.resolve('@quizmaster/channels'))
const requireHere = createRequire(import.meta.url)

/** Whether the package behind a subject is installed. */
export function isInstalled(name: SubjectName): boolean {
  try {
    if (name === 'socket.io') requireHere.resolve('socket.io')
    return true
  } catch {
    return false
  }
}

/** Creates the server of a subject, not listening yet. */
export function makeSubject(name: SubjectName): Subject {
  if (name === 'ws') return bareWs()
  return name === 'channels' ? channels() : socketIo()
}

function bareWs(): Subject {
  const { WebSocketServer: Wss } = requireOfChannels('ws') as { WebSocketServer: typeof WebSocketServer }
  const server = createServer()
  const rooms = new Map<string, Set<WebSocket>>()
  const wss = new Wss({ server, perMessageDeflate: false, clientTracking: false })
  wss.on('connection', (ws, req) => {
    const room = new URL(req.url ?? '', 'http://localhost').searchParams.get('room') ?? ''
    const members = rooms.get(room) ?? new Set()
    rooms.set(room, members.add(ws))
    ws.on('message', () => ws.send('joined'))
    ws.on('close', () => members.delete(ws))
  })
  const broadcast = (room: string, payload: JsonObject) => {
    const data = Buffer.from(JSON.stringify(payload))
    for (const ws of rooms.get(room) ?? []) ws.send(data, { binary: false })
  }
  return { server, broadcast }
}

function channels(): Subject {
  const server = createServer()
  const channelServer = new ChannelServer({ secret: 'bench', limits: { maxSocketsPerId: Infinity } })
  let nextId = 0
  const endpoint = channelServer.endpoint('/socket', {
    connect: () => ({ id: `user:${(nextId += 1)}`, assigns: { userId: nextId } }),
    channels: { 'room:*': defineChannel<{ userId: number }>({ join: () => ok() }) },
  })
  channelServer.attach(server)
  return { server, broadcast: (room, payload) => void endpoint.broadcast(`room:${room}`, 'update', payload) }
}

type SocketIoServer = {
  on(event: 'connection', listener: (socket: { join(room: unknown): void; handshake: { query: object } }) => void): void
  to(room: string): { emit(event: string, payload: JsonObject): void }
}

function socketIo(): Subject {
  const server = createServer()
  const { Server: Io } = requireHere('socket.io') as { Server: new (http: Server, options: object) => SocketIoServer }
  const io = new Io(server, { transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) => socket.join((socket.handshake.query as { room?: string }).room))
  return { server, broadcast: (room, payload) => io.to(room).emit('update', payload) }
}
