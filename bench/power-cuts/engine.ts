import { join } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { PgliteConnections } from '../../apps/server/src/infra/db/pglite-client.ts'
import {
  type PgliteCall,
  type PgliteReply,
  type PgliteResult,
  servePglite,
} from '../../apps/server/src/infra/db/pglite-server.ts'

type Answer = Exclude<PgliteReply, { kind: 'ready' }>

/**
 * The embedded database in the data directory `path`. It runs as in the server's database thread, but in this thread,
 * so that its calls of `node:fs` can be recorded.
 */
export class Engine implements PgliteConnections {
  readonly #port: MessagePort
  readonly #pending = new Map<number, (answer: Answer) => void>()
  readonly #position: () => number
  /** The position at which the reply to each request was sent. */
  readonly #positions = new Map<number, number>()
  #lastRequestId = 0
  #lastConnectionId = 0

  private constructor(port: MessagePort, position: () => number) {
    this.#port = port
    this.#position = position
  }

  /** `position` returns the number of recorded entries so far. Rejects if the database doesn't open. */
  static async open(path: string, position: () => number = () => 0): Promise<Engine> {
    const { port1, port2 } = new MessageChannel()
    const engine = new Engine(port2, position)
    const serverPort = {
      on: port1.on.bind(port1),
      postMessage: (reply: PgliteReply) => {
        if (reply.kind !== 'ready') engine.#positions.set(reply.requestId, position())
        port1.postMessage(reply)
      },
    }
    port2.on('message', (reply: PgliteReply) => {
      if (reply.kind !== 'ready') engine.#pending.get(reply.requestId)?.(reply)
    })
    await servePglite(serverPort as MessagePort, {
      dataDir: join(path, 'pg'),
      tarball: null,
      idleInTransactionMs: 600_000,
    })
    return engine
  }

  newConnectionId(): number {
    this.#lastConnectionId += 1
    return this.#lastConnectionId
  }

  async call(call: PgliteCall): Promise<PgliteResult> {
    return (await this.callAt(call)).result
  }

  /** Like `call`, with the position at which the reply was sent. */
  async callAt(call: PgliteCall): Promise<{ result: PgliteResult; position: number }> {
    this.#lastRequestId += 1
    const requestId = this.#lastRequestId
    const answered = new Promise<Answer>((resolve) => this.#pending.set(requestId, resolve))
    this.#port.postMessage({ ...call, requestId }, [])
    const answer = await answered
    this.#pending.delete(requestId)
    if (answer.kind === 'error') throw new Error(answer.error.message)
    return { result: answer.result, position: this.#positions.get(requestId) ?? this.#position() }
  }

  /** Runs a query on a new connection, and returns its rows. */
  async query(sql: string, params: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.call({ kind: 'query', connectionId: this.newConnectionId(), sql, params })).rows
  }

  /** Cuts its power: it stops at once. */
  end(): void {
    this.#port.close()
  }

  async close(): Promise<void> {
    this.end()
  }
}
