import { vi } from 'vitest'

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

/**
 * What happens to a WebSocket: it opens, it is refused, a proxy swallows its upgrade, or the browser blocks it without
 * a further event.
 */
export type WebSocketFate = 'opens' | 'refused' | 'swallowed' | 'blocked'

/** How a long-poll GET without a session is answered. */
export type LongPollFate = 'opens' | 'forbidden'

/** The network in these tests: WebSocket, XMLHttpRequest, and token/generate. */
export class FakeNetwork {
  webSockets: WebSocketFate = 'opens'
  longPolls: LongPollFate = 'opens'
  /** Status of token/generate; 0 means no answer. */
  tokenStatus = 200
  /** The attempts to connect, with their times in ms since the start. */
  readonly tries: { transport: 'websocket' | 'longpoll'; atMs: number; token: string }[] = []
  readonly tokenCalls: number[] = []
  /** How the server answers a push, by event: a reply, a refusal or silence. */
  replies: Record<string, (payload: unknown) => unknown> = { phx_join: () => ({}), heartbeat: () => ({}) }
  readonly pushed: string[] = []
  readonly open = new Set<FakeWebSocket>()
  /** How long the server takes to reply. */
  replyMs = 0
  readonly #startMs = Date.now()

  get atMs(): number {
    return Date.now() - this.#startMs
  }

  triedAtMs(transport: 'websocket' | 'longpoll'): number[] {
    return this.tries.filter((one) => one.transport === transport).map(({ atMs }) => atMs)
  }

  /** Closes all connections. */
  drop(): void {
    for (const socket of this.open) socket.end()
  }

  /** Cuts all connections without their noticing. */
  cut(): void {
    for (const socket of this.open) socket.isCut = true
    this.open.clear()
  }

  /** Sends an event to all connections. */
  send(topic: string, event: string, payload: unknown): void {
    for (const socket of this.open) socket.hear([null, null, topic, event, payload])
  }

  answer([joinRef, ref, topic, event, payload]: Frame): Frame | null {
    if (topic !== 'phoenix') this.pushed.push(event)
    const reply = this.replies[event]
    if (!reply) return null
    const response = reply(payload)
    return [joinRef, ref, topic, 'phx_reply', { status: response === REFUSED ? 'error' : 'ok', response }]
  }

  /** Answers a call as `fetch` does. */
  call(url: string): Promise<Response> {
    if (!url.endsWith('/token/generate')) return Promise.resolve(new Response())
    this.tokenCalls.push(this.atMs)
    if (this.tokenStatus === 0) return Promise.reject(new TypeError('Failed to fetch'))
    const body = JSON.stringify({ token: `token-${this.tokenCalls.length}` })
    return Promise.resolve(new Response(body, { status: this.tokenStatus }))
  }
}

/** Replaces the browser's network. */
export function installNetwork(network: FakeNetwork): void {
  const InstalledWebSocket = class extends FakeWebSocket {
    constructor(_address: string, protocols: string[]) {
      super(network, protocols)
    }
  }
  const InstalledPoll = class extends FakePoll {
    constructor() {
      super(network)
    }
  }
  vi.stubGlobal('WebSocket', InstalledWebSocket)
  vi.stubGlobal('XMLHttpRequest', InstalledPoll)
  vi.stubGlobal('fetch', (url: string) => network.call(url))
}

/** A reply that refuses the push. */
export const REFUSED = { reason: 'refused' }

class FakeWebSocket extends EventTarget {
  static readonly CLOSED = 3
  readyState = 0
  isCut = false
  onopen: ((event: unknown) => void) | null = null
  onclose: ((event: unknown) => void) | null = null
  onerror: ((event: unknown) => void) | null = null
  onmessage: ((event: unknown) => void) | null = null
  readonly #network: FakeNetwork

  constructor(network: FakeNetwork, protocols: string[]) {
    super()
    this.#network = network
    network.tries.push({ transport: 'websocket', atMs: network.atMs, token: bearerOf(protocols) })
    this.addEventListener('open', (event) => this.onopen?.(event))
    this.addEventListener('close', (event) => this.onclose?.(event))
    const { webSockets: fate } = network
    if (fate === 'opens') setTimeout(() => this.#begin())
    if (fate === 'refused') setTimeout(() => this.end())
    if (fate === 'blocked') this.readyState = 3
  }

  send(text: string): void {
    if (this.isCut) return
    const answer = this.#network.answer(JSON.parse(text) as Frame)
    if (answer) setTimeout(() => this.hear(answer), this.#network.replyMs)
  }

  close(): void {
    // A browser waits for the other side to confirm.
    if (this.isCut) this.readyState = 2
    if (this.readyState < 2) this.end()
  }

  hear(frame: Frame): void {
    if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(frame) })
  }

  end(): void {
    const wasOpen = this.readyState === 1
    this.readyState = 3
    this.#network.open.delete(this)
    if (!wasOpen) this.onerror?.(new Event('error'))
    this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
  }

  #begin(): void {
    if (this.readyState !== 0) return
    this.readyState = 1
    this.#network.open.add(this)
    this.dispatchEvent(new Event('open'))
  }
}

/** An XMLHttpRequest to the longpoll endpoint. */
class FakePoll {
  readyState = 0
  status = 200
  responseText = ''
  timeout = 0
  onreadystatechange: (() => void) | null = null
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly #network: FakeNetwork
  #method = ''
  #hasSession = false
  #token = ''
  #isAborted = false

  constructor(network: FakeNetwork) {
    this.#network = network
  }

  open(method: string, url: string): void {
    this.#method = method
    this.#hasSession = url.includes('token=session')
  }

  setRequestHeader(name: string, value: string): void {
    if (name === 'X-Phoenix-AuthToken') this.#token = value
  }

  send(body: string | null): void {
    if (this.#method === 'POST') return this.#take(body ?? '')
    if (this.#hasSession) return this.#wait()
    this.#network.tries.push({ transport: 'longpoll', atMs: this.#network.atMs, token: this.#token })
    if (this.#network.longPolls === 'forbidden') this.#say({ status: 403 })
    else this.#say({ status: 410, token: 'session', messages: [] })
  }

  abort(): void {
    this.#isAborted = true
  }

  #take(body: string): void {
    for (const text of body.split('\n')) {
      const answer = this.#network.answer(JSON.parse(text) as Frame)
      if (answer) waiting.push(JSON.stringify(answer))
    }
    this.#say({ status: 200 })
  }

  #wait(): void {
    setTimeout(() => {
      const messages = waiting.splice(0)
      this.#say({ status: messages.length > 0 ? 200 : 204, token: 'session', messages })
    }, 50)
  }

  #say(answer: object): void {
    setTimeout(() => {
      if (this.#isAborted) return
      this.readyState = 4
      this.responseText = JSON.stringify(answer)
      this.onreadystatechange?.()
    })
  }
}

const waiting: string[] = []

function bearerOf(protocols: string[]): string {
  return atob(protocols[1]?.replace('base64url.bearer.phx.', '') ?? '')
}
