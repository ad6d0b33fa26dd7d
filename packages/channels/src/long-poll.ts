import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { closeCodes } from './close-codes.ts'
import { headerOf, splitUrl } from './connect.ts'
import type { Endpoint } from './endpoint.ts'
import { prepareAnswer, sendBody, sendPlain, sendPreflight, type ResponseHeaders } from './long-poll-answer.ts'
import { readBody, splitBody } from './long-poll-body.ts'
import { LongPollSession } from './long-poll-session.ts'
import { readSessionToken, signSessionToken } from './session-token.ts'
import { ChannelSocket } from './socket.ts'

/** What the server lends to its long-poll endpoints. */
export type LongPollContext = {
  /** Signs session tokens; the same on all nodes, so that each knows the others' tokens. */
  readonly secret: string | Buffer
  /** Names this process in its tokens. */
  readonly nodeId: string
  readonly responseHeaders: ResponseHeaders
  epochMs(): number
}

/** A token that another process holds; its request waits a while and gets 410. */
const FOREIGN = 'foreign'

/** HTTP long-polling for one endpoint: a GET fetches messages, a POST sends them, the status stands in the body. */
export class LongPoll<Assigns> {
  readonly #endpoint: Endpoint<Assigns>
  readonly #context: LongPollContext
  readonly #sessions = new Map<string, LongPollSession>()

  constructor(endpoint: Endpoint<Assigns>, context: LongPollContext) {
    this.#endpoint = endpoint
    this.#context = context
  }

  /** Answers one request for `<mount>/longpoll`. Never throws or rejects. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const isAllowed = this.#endpoint.isOriginAllowed(req)
      prepareAnswer(req, res, isAllowed, this.#context.responseHeaders)
      if (req.method === 'OPTIONS') sendPreflight(req, res)
      else if (req.method !== 'GET' && req.method !== 'POST') sendPlain(res, 400)
      else if (!isAllowed) sendBody(res, { status: 403 })
      else if (req.method === 'GET') await this.#poll(req, res)
      else await this.#publish(req, res)
    } catch (cause) {
      // A peer that goes away within its own request is no event.
      if (!req.destroyed || req.complete) this.#endpoint.report(cause, 'long-poll')
      sendBody(res, { status: 500 })
    }
  }

  async #poll(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { query } = splitUrl(req)
    const session = this.#findSession(req, query)
    if (session === FOREIGN) {
      await this.#waitForeign()
      // No new session with it: the client that lost its node drops this one and comes again without a token.
      return sendBody(res, { status: 410 })
    }
    if (session) return session.poll(res)
    await this.#open(req, res, query)
  }

  async #open(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
    const authToken = headerOf(req, 'x-phoenix-authtoken') ?? null
    const attempt = { transport: 'longpoll', authToken, query: this.#withoutSessionToken(query) } as const
    const answer = await this.#endpoint.admit(req, attempt)
    const refusal = 'refused' in answer ? answer : this.#endpoint.findNoRoom(req, answer)
    if (refusal) return sendBody(res, { status: refusal.refused === 403 ? 403 : 500 })
    if ('refused' in answer || res.destroyed) return
    const sessionId = randomBytes(16).toString('base64url')
    const { secret, nodeId } = this.#context
    const claim = { nodeId, sessionId, issuedAtMs: this.#context.epochMs() }
    const token = signSessionToken(secret, this.#endpoint.mount, claim)
    const session = new LongPollSession(token, this.#endpoint, () => this.#sessions.delete(sessionId))
    const { id, assigns } = answer
    const socket = new ChannelSocket(this.#endpoint, session, { id, assigns, address: this.#endpoint.addressOf(req) })
    this.#endpoint.remember(socket)
    session.start(socket)
    this.#sessions.set(sessionId, session)
    sendBody(res, { status: 410, token, messages: [] } as { status: number })
  }

  async #publish(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { limits } = this.#endpoint
    const body = await readBody(req, limits.longPollBodyBytes)
    if (!body) {
      res.setHeader('connection', 'close')
      return sendBody(res, { status: 413 }, 413)
    }
    const session = this.#findSession(req, splitUrl(req).query)
    if (session === FOREIGN) await this.#waitForeign()
    if (session === FOREIGN || !session?.socket) return sendBody(res, { status: 410 })
    const { socket } = session
    const messages = splitBody(body, headerOf(req, 'content-type'), limits.longPollLines)
    const work = messages.map((message) => this.#receive(socket, message))
    const isDone = await this.#waitForAll(work)
    sendBody(res, { status: socket.isClosed ? 410 : isDone ? 200 : 408 })
  }

  #receive(socket: ChannelSocket, message: string | Buffer | null): void | Promise<void> {
    if (message === null) return socket.close(closeCodes.malformed)
    if (Buffer.byteLength(message) > this.#endpoint.limits.maxFrameBytes) return socket.close(closeCodes.tooBig)
    return socket.receive(message)
  }

  /** True when all messages were handled within the window. */
  async #waitForAll(work: readonly (void | Promise<void>)[]): Promise<boolean> {
    const pending = work.filter((item) => item instanceof Promise)
    if (pending.length === 0) return true
    const window = new AbortController()
    const tooLate = delay(this.#endpoint.limits.longPollWindowMs, false, { signal: window.signal }).catch(() => false)
    const isDone = await Promise.race([Promise.all(pending).then(() => true), tooLate])
    window.abort()
    return isDone
  }

  #waitForeign(): Promise<void> {
    return delay(this.#endpoint.limits.foreignTokenWaitMs)
  }

  /** The header wins over the query; in the query the last one does, as an auth parameter may be named `token` too. */
  #findSession(req: IncomingMessage, query: URLSearchParams): LongPollSession | typeof FOREIGN | undefined {
    const token = headerOf(req, 'x-phoenix-longpoll-token') ?? query.getAll('token').at(-1)
    const claim = token === undefined ? null : readSessionToken(this.#context.secret, this.#endpoint.mount, token)
    if (!claim) return undefined
    if (this.#context.epochMs() - claim.issuedAtMs >= this.#endpoint.limits.sessionTokenMaxAgeMs) return undefined
    if (claim.nodeId !== this.#context.nodeId) return FOREIGN
    return this.#sessions.get(claim.sessionId)
  }

  /** connect() shall see the parameter `token` that the app sent, never ours. */
  #withoutSessionToken(query: URLSearchParams): URLSearchParams {
    const own = query
      .getAll('token')
      .find((token) => !readSessionToken(this.#context.secret, this.#endpoint.mount, token))
    const cleaned = new URLSearchParams(query)
    cleaned.delete('token')
    if (own !== undefined) cleaned.append('token', own)
    return cleaned
  }
}
