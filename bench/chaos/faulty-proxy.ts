import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../scripts/testing/free-port.mjs'

/**
 * What a proxy does to its connections:
 * - `open` forwards.
 * - `cut` resets them and refuses new ones.
 * - `silent` forwards nothing, like a network that drops every packet; what was sent arrives afterwards.
 * - `half_open` forwards what clients send and holds back every answer; afterwards these connections are reset.
 * - a number forwards everything that many ms late.
 */
export type ProxyMode = 'open' | 'cut' | 'silent' | 'half_open' | number

/** Takes what a server sent on one connection, and passes on what the client should receive. */
export type Filter = (chunk: Buffer, send: (data: Buffer) => void) => void

interface Pair {
  client: Socket
  upstream: Socket
}

/** A TCP proxy on a free port in front of a server, with faults. */
export class FaultyProxy {
  #target: URL
  #mode: ProxyMode = 'open'
  #newFilter: (() => Filter) | null = null
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #port = 0

  private constructor(targetUrl: string) {
    this.#target = new URL(targetUrl)
    // Otherwise a client that ends its side would leave the connection open.
    this.#server = createServer({ allowHalfOpen: false }, (client) => this.#accept(client))
  }

  static async start(targetUrl: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(targetUrl)
    // Nobody else is given it while the proxy is cut.
    proxy.#port = await freePort()
    await proxy.#listen(proxy.#port)
    return proxy
  }

  /** The server's address, through the proxy. */
  get url(): string {
    return Object.assign(new URL(this.#target), { host: `127.0.0.1:${this.#port}` }).href
  }

  async set(mode: ProxyMode): Promise<void> {
    const before = this.#mode
    this.#mode = mode
    if (mode === 'cut') {
      this.#server.close()
      this.#reset()
    } else if (!this.#server.listening) {
      await this.#listen(this.#port)
    }
    // The answers that were held back are lost.
    if (before === 'half_open') this.#reset()
    for (const pair of this.#pairs) this.#apply(pair)
  }

  /** Sends new connections to this server, and resets the old ones. */
  retarget(url: string): void {
    this.#target = new URL(url)
    this.#reset()
  }

  /** Filters what the server sends on new connections, and resets the old ones. */
  filter(newFilter: (() => Filter) | null): void {
    this.#newFilter = newFilter
    this.#reset()
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#reset()
    await closed
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  #reset(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy()
      upstream.resetAndDestroy()
    }
  }

  #accept(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname)
    const pair = { client, upstream }
    this.#pairs.add(pair)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.setNoDelay()
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#pairs.delete(pair)
        other.destroy()
      })
    }
    const filter = this.#newFilter?.()
    client.on('data', this.#sender(upstream))
    const answer = this.#sender(client)
    upstream.on('data', filter ? (chunk) => filter(chunk, answer) : answer)
    this.#apply(pair)
  }

  #apply({ client, upstream }: Pair): void {
    if (this.#mode === 'silent') client.pause()
    else client.resume()
    if (this.#mode === 'silent' || this.#mode === 'half_open') upstream.pause()
    else upstream.resume()
  }

  /** Writes in order, at once or with a delay. If a timer fires late, the data after it is late, too. */
  #sender(to: Socket): (data: Buffer) => void {
    const waiting: { data: Buffer; atMs: number }[] = []
    const writeDue = () => {
      const nowMs = performance.now()
      for (let [next] = waiting; next && next.atMs <= nowMs; [next] = waiting) {
        if (to.writable) to.write(next.data)
        waiting.shift()
      }
      const [next] = waiting
      if (next) setTimeout(writeDue, next.atMs - nowMs)
    }
    return (data) => {
      waiting.push({ data, atMs: performance.now() + (typeof this.#mode === 'number' ? this.#mode : 0) })
      // Otherwise a timer is already running.
      if (waiting.length === 1) writeDue()
    }
  }
}
