import type { Worker } from 'node:worker_threads'
import type { Logger } from '../log.ts'
import { DatabaseUnavailableError, EmbeddedDatabaseError } from './database-error.ts'
import type { PgliteCall, PgliteReply, PgliteResult, PgliteWorkerData } from './pglite-server.ts'
import { startPgliteThread } from './start-pglite.ts'

const RESTART_DELAY_MS = 1000

interface Pending {
  resolve: (result: PgliteResult) => void
  reject: (error: Error) => void
}

/** The part of a client that a database uses. */
export type PgliteConnections = Pick<PgliteClient, 'call' | 'newConnectionId' | 'close'>

/**
 * Sends requests to the database thread. If the thread dies, pending requests and open transactions fail, and a new
 * thread is started, which recovers the data directory as after kill -9.
 */
export class PgliteClient {
  readonly #data: PgliteWorkerData
  readonly #log: Logger
  readonly #pending = new Map<number, Pending>()
  /** The thread in which each open transaction was begun, by connection. */
  readonly #transactions = new Map<number, Worker>()
  #worker: Worker | null = null
  #ready: Promise<Worker>
  #lastRequestId = 0
  #lastConnectionId = 0
  #isClosed = false
  #hasFailedToRestart = false

  private constructor(data: PgliteWorkerData, log: Logger) {
    this.#data = data
    this.#log = log
    this.#ready = this.#start()
  }

  /** Starts the thread and resolves once the database is open. */
  static async open(data: PgliteWorkerData, log: Logger): Promise<PgliteClient> {
    const client = new PgliteClient(data, log)
    await client.#ready
    return client
  }

  /** A unique number. A transaction belongs to one connection. */
  newConnectionId(): number {
    this.#lastConnectionId += 1
    return this.#lastConnectionId
  }

  /** Sends a request. Rejects with EmbeddedDatabaseError, or with DatabaseUnavailableError if the thread is gone. */
  async call(call: PgliteCall): Promise<PgliteResult> {
    if (this.#isClosed) throw new DatabaseUnavailableError('the embedded database is closed')
    // Awaits only if there is no thread, so that requests are sent in the order of the calls.
    const worker = this.#worker ?? (await this.#ready)
    const { kind, connectionId } = call
    const begunIn = this.#transactions.get(connectionId)
    if (kind === 'begin' || kind === 'commit' || kind === 'rollback') this.#transactions.delete(connectionId)
    if (begunIn && begunIn !== worker && kind !== 'begin') {
      // A new thread would run only the rest of the transaction, and its commit would seem to succeed.
      if (kind === 'rollback') return { rows: [] }
      throw new DatabaseUnavailableError('the thread of the embedded database ended during the transaction')
    }
    const result = await this.#send(worker, call)
    if (kind === 'begin') this.#transactions.set(connectionId, worker)
    return result
  }

  /** Answers pending requests, checkpoints and closes the database, and ends the thread. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    const worker = await this.#ready
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const closed = this.call({ kind: 'close', connectionId: this.newConnectionId() })
    this.#isClosed = true
    await closed
    await exited
  }

  #send(worker: Worker, call: PgliteCall): Promise<PgliteResult> {
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
    // A thread that never became ready is handled by open() or #restart().
    if (this.#isClosed || this.#worker !== worker) return
    this.#log.error({ msg: 'embedded_database_stopped', err: failure })
    this.#worker = null
    this.#ready = this.#restart()
    // Avoids an unhandled rejection if no call is waiting; later calls await the promise again.
    this.#ready.catch(() => undefined)
  }

  async #restart(): Promise<Worker> {
    try {
      const worker = await this.#start()
      this.#hasFailedToRestart = false
      return worker
    } catch (error) {
      // Logged once per outage, because it is tried again every second.
      if (!this.#hasFailedToRestart) this.#log.error({ msg: 'embedded_database_restart_failed', err: error })
      this.#hasFailedToRestart = true
      setTimeout(() => {
        if (this.#isClosed) return
        this.#ready = this.#restart()
        this.#ready.catch(() => undefined)
      }, RESTART_DELAY_MS).unref()
      throw error
    }
  }
}
