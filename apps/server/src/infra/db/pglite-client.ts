import type { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError, EmbeddedDatabaseError } from './database-error.ts'
import type { Log } from './log.ts'
import { startPgliteThread } from './pglite-entry.ts'
import type { PgliteCall, PgliteReply, PgliteResult, PgliteWorkerData } from './pglite-protocol.ts'

const RESTART_WAIT_MS = 1000

interface Pending {
  resolve: (result: PgliteResult) => void
  reject: (error: Error) => void
}

/**
 * The server's end of the embedded database's thread. When the thread dies under it, what was under way is rejected and
 * a new thread takes over, which recovers the folder as after a kill.
 */
export class PgliteClient {
  readonly #data: PgliteWorkerData
  readonly #log: Log
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #ready: Promise<Worker>
  #lastRequestId = 0
  #lastConnectionId = 0
  #isClosed = false

  private constructor(data: PgliteWorkerData, log: Log) {
    this.#data = data
    this.#log = log
    this.#ready = this.#start()
  }

  /** Starts the thread and resolves once the database is open. */
  static async open(data: PgliteWorkerData, log: Log): Promise<PgliteClient> {
    const client = new PgliteClient(data, log)
    await client.#ready
    return client
  }

  /** A number that nobody else uses; a transaction belongs to one. */
  newConnectionId(): number {
    this.#lastConnectionId += 1
    return this.#lastConnectionId
  }

  /** Sends one request. Rejects with EmbeddedDatabaseError, or with DatabaseUnavailableError when the thread is gone. */
  async call(call: PgliteCall): Promise<PgliteResult> {
    if (this.#isClosed) throw new DatabaseUnavailableError('the embedded database is closed')
    // Awaited only when there is need: requests must leave in the order in which they were made.
    const worker = this.#worker ?? (await this.#ready)
    this.#lastRequestId += 1
    const requestId = this.#lastRequestId
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject })
      try {
        worker.postMessage({ ...call, requestId }, [])
      } catch (error) {
        this.#pending.delete(requestId)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  /** CHECKPOINT, close, end of the thread; what was asked before is answered first. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    const worker = await this.#ready
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const closed = this.call({ kind: 'close', connectionId: this.newConnectionId() })
    this.#isClosed = true
    await closed
    await exited
  }

  #start(): Promise<Worker> {
    const worker = startPgliteThread(this.#data)
    return new Promise((resolve, reject) => {
      let failure = new DatabaseUnavailableError('the thread of the embedded database ended')
      worker.on('message', (reply: PgliteReply) => {
        if (reply.kind !== 'ready') return this.#settle(reply)
        this.#worker = worker
        resolve(worker)
      })
      worker.on('error', (error) => {
        failure = new DatabaseUnavailableError('the thread of the embedded database failed', { cause: error })
      })
      worker.on('exit', () => {
        reject(failure)
        this.#onExit(worker, failure)
      })
    })
  }

  #settle(reply: Exclude<PgliteReply, { kind: 'ready' }>): void {
    const pending = this.#pending.get(reply.requestId)
    this.#pending.delete(reply.requestId)
    if (reply.kind === 'result') pending?.resolve(reply.result)
    else pending?.reject(new EmbeddedDatabaseError(reply.error))
  }

  #onExit(worker: Worker, failure: Error): void {
    for (const { reject } of this.#pending.values()) reject(failure)
    this.#pending.clear()
    // A thread that never became ready is the opener's business (first start) or the retry's below.
    if (this.#isClosed || this.#worker !== worker) return
    this.#log.error({ err: failure }, 'embedded database stopped, opening it again')
    this.#worker = null
    this.#ready = this.#restart()
    // Nobody may be waiting just now; who asks later gets the rejection or a newer try.
    this.#ready.catch(() => undefined)
  }

  async #restart(): Promise<Worker> {
    try {
      return await this.#start()
    } catch (error) {
      this.#log.error({ err: error }, 'embedded database does not open')
      setTimeout(() => {
        if (this.#isClosed) return
        this.#ready = this.#restart()
        this.#ready.catch(() => undefined)
      }, RESTART_WAIT_MS).unref()
      throw error
    }
  }
}
