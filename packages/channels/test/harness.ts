import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Socket as PhoenixSocket, type SocketConnectOption } from 'phoenix'
import { WebSocket, type ClientOptions } from 'ws'
import { ChannelServer, type ChannelServerOptions, type Endpoint, type EndpointOptions } from '../src/index.ts'
import { newRoom, type Room, type User } from './room.ts'

/** A message on the wire. */
export type Wire = [joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown]

/** Server options of a test. `nowMs` doesn't advance by itself. */
export type HarnessOptions = Partial<ChannelServerOptions> & {
  endpoint?: Partial<EndpointOptions<User>>
  mount?: string
}

const disposals: (() => Promise<void> | void)[] = []

/** Runs a cleanup function after the test, in reverse order. */
export function afterTest(dispose: () => Promise<void> | void): void {
  disposals.push(dispose)
}

/** Runs the cleanup functions. Every test file calls it in `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const dispose of disposals.splice(0).toReversed()) await dispose()
}

/** A server on a free port with the channel of `room.ts` and a manual clock. */
export class Harness {
  readonly room: Room
  readonly errors: { cause: unknown; during: string }[] = []
  readonly channels: ChannelServer
  readonly endpoint: Endpoint<User>
  readonly mount: string
  /** Plain HTTP requests received, and aborted by their client. */
  readonly requests = { begun: 0, aborted: 0 }
  /** TCP connections. */
  openConnections = 0
  port = 0
  nowMs = 0
  // By default the server closes idle connections after 5 s, which on a busy machine can hit the next request of fetch.
  readonly #http = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    res.on('close', () => (this.requests.aborted += res.writableEnded ? 0 : 1))
    this.requests.begun += 1
    if (!this.channels.handleRequest(req, res)) res.writeHead(404).end()
  })

  private constructor({ endpoint, mount = '/socket', ...options }: HarnessOptions) {
    this.room = newRoom()
    this.mount = mount
    this.channels = new ChannelServer({
      secret: 'a test secret',
      nowMs: () => this.nowMs,
      onError: (cause, during) => this.errors.push({ cause, during }),
      ...options,
      limits: { maxMessages: Infinity, ...options.limits },
    })
    this.endpoint = this.channels.endpoint<User>(mount, {
      connect: ({ params, authToken }) => {
        const name = authToken ?? (typeof params['token'] === 'string' ? params['token'] : 'anna')
        return name === 'nobody' ? { refused: 403 } : { id: `user:${name}`, assigns: { name } }
      },
      channels: { 'room:*': this.room.definition },
      ...endpoint,
    })
  }

  static async start(options: HarnessOptions = {}, port = 0): Promise<Harness> {
    const harness = new Harness(options)
    harness.channels.attach(harness.#http)
    harness.#http.on('connection', (raw) => {
      harness.openConnections += 1
      raw.on('close', () => (harness.openConnections -= 1))
    })
    await new Promise<void>((resolve) => harness.#http.listen(port, '127.0.0.1', resolve))
    harness.port = (harness.#http.address() as AddressInfo).port
    afterTest(() => harness.stop())
    return harness
  }

  async stop(): Promise<void> {
    await this.channels.drain({ timeoutMs: 200 })
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  /** A WebSocket that speaks raw frames. */
  async raw(query = 'vsn=2.0.0', options: ClientOptions = {}, protocols: string[] = []): Promise<RawSocket> {
    const raw = this.dial(query, options, protocols)
    await raw.opened
    return raw
  }

  /** The same, without waiting for it to open. */
  dial(query = 'vsn=2.0.0', options: ClientOptions = {}, protocols: string[] = []): RawSocket {
    const ws = new WebSocket(`ws://${this.host}${this.mount}/websocket?${query}`, protocols, options)
    afterTest(() => ws.terminate())
    return new RawSocket(ws)
  }

  /** The official client. By default it reconnects and rejoins after 5 ms, and waits long for replies. */
  client(options: Partial<PhoenixOptions> = {}): PhoenixSocket {
    const waits = { reconnectAfterMs: () => 5, rejoinAfterMs: () => 5, timeout: 200_000 }
    const settings = { transport: WebSocket, ...waits, ...options }
    const socket = new PhoenixSocket(`ws://${this.host}${this.mount}`, settings as Partial<SocketConnectOption>)
    afterTest(() => new Promise<void>((resolve) => socket.disconnect(resolve)))
    socket.connect()
    return socket
  }

  /** A plain HTTP request to the long-poll path. */
  async poll(method: string, query = 'vsn=2.0.0', init: RequestInit = {}): Promise<Polled> {
    const response = await fetch(`http://${this.host}${this.mount}/longpoll?${query}`, { method, ...init })
    const text = await response.text()
    return { http: response.status, headers: response.headers, body: text ? (JSON.parse(text) as Polled['body']) : {} }
  }

  /** Opens a long-poll session. Returns the query string for its requests. */
  async openPoll(query = 'vsn=2.0.0'): Promise<string> {
    const { body } = await this.poll('GET', `${query}&`)
    return `${query}&token=${body.token}`
  }

  /** Posts messages as clients do. */
  post(session: string, lines: readonly (string | Wire)[], init: RequestInit = {}): Promise<Polled> {
    const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    return this.poll('POST', session, { body, headers: { 'content-type': 'application/x-ndjson' }, ...init })
  }
}

/** Options missing from the client's type definitions. */
type PhoenixOptions = Omit<SocketConnectOption, 'transport' | 'authToken'> & { transport: unknown; authToken: unknown }

/** A response of the long-poll path. */
export type Polled = {
  http: number
  headers: Headers
  body: { status?: number; token?: string; messages?: string[] }
}

/** The messages in a long-poll response. */
export function messagesIn({ body }: Polled): Wire[] {
  return (body.messages ?? []).map((message) => JSON.parse(message) as Wire)
}

/** A WebSocket with access to single frames. */
export class RawSocket {
  readonly ws: WebSocket
  readonly opened: Promise<void>
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  /** Resolves with the HTTP status of a refused upgrade. */
  readonly refused: Promise<{ status: number; headers: IncomingHttpHeaders }>
  readonly #inbox: (string | Buffer)[] = []
  #wake: (() => void) | null = null

  constructor(ws: WebSocket) {
    this.ws = ws
    this.opened = new Promise((resolve, reject) => {
      ws.on('open', resolve)
      ws.on('error', reject)
    })
    this.opened.catch(() => undefined)
    this.closed = new Promise((resolve) => ws.on('close', resolve))
    this.refused = new Promise((resolve) =>
      ws.on('unexpected-response', (req, res) => {
        resolve({ status: res.statusCode ?? 0, headers: res.headers })
        req.destroy()
      }),
    )
    ws.on('message', (data: Buffer, isBinary) => {
      this.#inbox.push(isBinary ? data : data.toString())
      this.#wake?.()
    })
  }

  send(message: Wire | string | Buffer): void {
    this.ws.send(Array.isArray(message) ? JSON.stringify(message) : message)
  }

  /** The next text message. */
  async next(): Promise<Wire> {
    return JSON.parse(String(await this.nextFrame())) as Wire
  }

  /** The next frame, text or binary. */
  async nextFrame(): Promise<string | Buffer> {
    while (this.#inbox.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#inbox.shift() ?? ''
  }

  /** Sends a message and returns the next one. */
  ask(message: Wire): Promise<Wire> {
    this.send(message)
    return this.next()
  }

  /** Joins a topic and returns the reply. */
  join(topic: string, joinRef: string | null = '1', payload: object = {}): Promise<Wire> {
    return this.ask([joinRef, joinRef ?? '1', topic, 'phx_join', payload])
  }

  /** All messages received before the reply to a heartbeat sent now. */
  async rest(): Promise<Wire[]> {
    const mark = `mark-${Math.random()}`
    this.send([null, mark, 'phoenix', 'heartbeat', {}])
    const messages: Wire[] = []
    for (let message = await this.next(); message[1] !== mark; message = await this.next()) messages.push(message)
    return messages
  }
}
