import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { PGlite, type Results } from '@electric-sql/pglite'
import { type PlainDatabaseError, toPlainError } from './database-error.ts'
import { DurableFiles } from './durable-files.ts'
import { PgliteStatements } from './pglite-statements.ts'
import { ReplyQueue } from './reply-queue.ts'

/**
 * A request from the server's thread to the database thread. PGlite has a single connection: a `connectionId` stands
 * for one user of it, and while one is between `begin` and `commit` or `rollback`, the requests of all others wait.
 */
export type PgliteCall =
  | { kind: 'query'; connectionId: number; sql: string; params: readonly unknown[] }
  | { kind: 'exec'; connectionId: number; sql: string }
  | { kind: 'begin' | 'commit' | 'rollback'; connectionId: number }
  | { kind: 'dump'; connectionId: number }
  | { kind: 'close'; connectionId: number }

export type PgliteRequest = PgliteCall & { requestId: number }

/** `affectedRows` is set only by statements that write; `dump` is a gzipped tar of the data directory. */
export interface PgliteResult {
  rows: Record<string, unknown>[]
  affectedRows?: number
  dump?: Uint8Array
}

export type PgliteReply =
  | { kind: 'ready' }
  | { kind: 'result'; requestId: number; result: PgliteResult }
  | { kind: 'error'; requestId: number; error: PlainDatabaseError }

export interface PgliteWorkerData {
  /** Null for a database in memory that ends with the worker. */
  dataDir: string | null
  /** A gzipped tar to start from; only for a database in memory. */
  tarball: Uint8Array | null
  /** A transaction without requests for this long is rolled back, since it blocks everyone else. */
  idleInTransactionMs: number
}

/** The OID of int8: counts and times are read as numbers, as from a PostgreSQL server. */
const INT8_OID = 20
// PostgreSQL's default of 128 MB would never be returned to the operating system, which caches the files anyway.
const SHARED_BUFFERS = '32MB'
/** One of PGlite's start parameters. */
const FSYNC_OFF = '-F'
// By default PostgreSQL would sync its log with fdatasync, which does nothing in PGlite, even with DurableFiles.
const DURABLE_SETTINGS = [
  `shared_buffers=${SHARED_BUFFERS}`,
  'fsync=on',
  'full_page_writes=on',
  'wal_sync_method=fsync',
]
const DURABLE_PARAMS = DURABLE_SETTINGS.flatMap((setting) => ['-c', setting])
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Opens PGlite in a directory (initialised if new) or, with `dataDir` null, in memory, from a gzipped tar if given.
 * Nothing is synced: see `openDurablePglite`. Takes most of a second and blocks its thread, so call it only in a worker
 * or a child process.
 */
export async function openPglite(dataDir: string | null, tarball: Uint8Array | null): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir === null ? {} : { dataDir }),
    ...(tarball === null ? {} : { loadDataDir: new Blob([new Uint8Array(tarball)]) }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    parsers: { [INT8_OID]: Number },
  })
}

/**
 * Opens PGlite in a directory that holds a database, so that what is committed survives a power cut once `files` has
 * synced it. The caller must hold the lock of the directory.
 */
export async function openDurablePglite(dataDir: string, files: DurableFiles): Promise<PGlite> {
  // PostgreSQL's own lock file. It refuses to start if a crash has left the file empty.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  return PGlite.create({
    fs: files,
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== FSYNC_OFF), ...DURABLE_PARAMS],
    parsers: { [INT8_OID]: Number },
  })
}

/** Runs in the worker thread: opens the database, then answers requests one at a time until `close`. */
export async function servePglite(port: MessagePort, data: PgliteWorkerData): Promise<void> {
  const files = data.dataDir === null ? null : new DurableFiles(data.dataDir)
  const pglite = await (data.dataDir === null || files === null
    ? openPglite(null, data.tarball)
    : openDurablePglite(data.dataDir, files))
  const engine = { pglite, statements: new PgliteStatements(pglite), files }
  const requests = new RequestQueue()
  const replies = new ReplyQueue(files, (message) => port.postMessage(message))
  const reply = (message: PgliteReply): void =>
    replies.send(message, { isInTransaction: requests.transactionId !== null })
  let isBusy = false
  let idleTimer: NodeJS.Timeout | undefined
  /** The connections whose idle transaction was rolled back, until they roll it back too or begin another. */
  const abandoned = new Set<number>()

  async function rollBackIdle(): Promise<void> {
    if (isBusy) return
    isBusy = true
    if (requests.transactionId !== null) abandoned.add(requests.transactionId)
    await pglite.exec('rollback')
    requests.endTransaction()
    isBusy = false
    await work()
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    clearTimeout(idleTimer)
    for (let request = requests.next(); request; request = requests.next()) {
      if (request.kind === 'begin') abandoned.delete(request.connectionId)
      if (abandoned.has(request.connectionId)) refuseAbandoned(request)
      else await answer(engine, request, reply)
      if (request.kind === 'close') {
        await replies.finished()
        process.exit(0)
      }
    }
    isBusy = false
    if (requests.transactionId !== null) idleTimer = setTimeout(() => void rollBackIdle(), data.idleInTransactionMs)
  }

  function refuseAbandoned(request: PgliteRequest): void {
    if (request.kind === 'rollback') {
      abandoned.delete(request.connectionId)
      return reply({ kind: 'result', requestId: request.requestId, result: { rows: [] } })
    }
    const message = 'the transaction was idle for too long and has been rolled back'
    reply({ kind: 'error', requestId: request.requestId, error: { message, code: '25P03' } })
  }

  port.on('message', (request: PgliteRequest) => {
    requests.add(request)
    void work()
  })
  reply({ kind: 'ready' })
}

/** Requests in order of arrival, except that a transaction's own requests go first until it ends. */
class RequestQueue {
  readonly #waiting: PgliteRequest[] = []
  #transactionId: number | null = null

  /** The connection that has a transaction open, or null. */
  get transactionId(): number | null {
    return this.#transactionId
  }

  add(request: PgliteRequest): void {
    this.#waiting.push(request)
  }

  /** Removes and returns the next request, or null if all of them wait for the transaction to end. */
  next(): PgliteRequest | null {
    const id = this.#transactionId
    const index = id === null ? 0 : this.#waiting.findIndex(({ connectionId }) => connectionId === id)
    const request = index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
    if (!request) return null
    if (request.kind === 'begin') this.#transactionId = request.connectionId
    if (request.kind === 'commit' || request.kind === 'rollback') this.#transactionId = null
    return request
  }

  /** Called when the transaction was rolled back without a request of its own. */
  endTransaction(): void {
    this.#transactionId = null
  }
}

interface Engine {
  pglite: PGlite
  statements: PgliteStatements
  /** Null for a database in memory. */
  files: DurableFiles | null
}

async function answer(engine: Engine, request: PgliteRequest, reply: (message: PgliteReply) => void): Promise<void> {
  const { requestId } = request
  try {
    const result = await execute(engine, request)
    engine.files?.throwIfFailed()
    reply({ kind: 'result', requestId, result })
  } catch (error) {
    engine.files?.throwIfFailed()
    reply({ kind: 'error', requestId, error: toPlainError(error) })
    // After a WebAssembly trap the engine's memory can't be trusted: exit, and a new thread recovers the data.
    if (error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus')) process.exit(1)
  }
}

async function execute({ pglite, statements }: Engine, request: PgliteRequest): Promise<PgliteResult> {
  switch (request.kind) {
    case 'query':
      return toResult(await statements.query(request.sql, request.params))
    case 'exec':
      await pglite.exec(request.sql)
      await statements.forgetAll()
      return { rows: [] }
    case 'begin':
    case 'rollback':
      await pglite.exec(request.kind)
      return { rows: [] }
    case 'commit':
      return commit(pglite)
    case 'dump':
      await pglite.exec('checkpoint')
      return { rows: [], dump: new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer()) }
    default:
      await pglite.exec('checkpoint')
      await pglite.close()
      return { rows: [] }
  }
}

async function commit(pglite: PGlite): Promise<PgliteResult> {
  const [result] = await pglite.exec('commit')
  // If a statement of the transaction failed, PostgreSQL answers a commit with ROLLBACK and no error.
  if (result?.command === 'ROLLBACK') {
    throw Object.assign(new Error('the transaction had failed and was rolled back instead of committed'), {
      code: '25P02',
    })
  }
  return { rows: [] }
}

function toResult(results: Results<Record<string, unknown>>): PgliteResult {
  const { rows, affectedRows, command } = results
  const isWrite = command !== undefined && WRITES.has(command.split(' ')[0] ?? '')
  return isWrite && affectedRows !== undefined ? { rows, affectedRows } : { rows }
}
