import type { PGlite, Results } from '@electric-sql/pglite'
import type { MessagePort } from 'node:worker_threads'
import { toPlainError } from './database-error.ts'
import { openPglite } from './pglite-engine.ts'
import type { PgliteReply, PgliteRequest, PgliteResult, PgliteWorkerData } from './pglite-protocol.ts'
import { PgliteStatements } from './pglite-statements.ts'
import { PgliteTurns } from './pglite-turns.ts'

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Runs inside the worker: opens the database, then answers one request after the other until `close`. */
export async function servePglite(port: MessagePort, data: PgliteWorkerData): Promise<void> {
  const reply = (message: PgliteReply): void => port.postMessage(message)
  const pglite = await openPglite(data.dataDir, data.tarball)
  const statements = new PgliteStatements(pglite)
  const turns = new PgliteTurns()
  let isBusy = false
  let idleTimer: NodeJS.Timeout | undefined
  /** The connection whose transaction was rolled back for being idle, until it has noticed. */
  let abandonedId: number | null = null

  async function rollBackIdle(): Promise<void> {
    if (isBusy) return
    isBusy = true
    abandonedId = turns.holderId
    await pglite.exec('rollback')
    turns.release()
    isBusy = false
    await work()
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    clearTimeout(idleTimer)
    for (let request = turns.next(); request; request = turns.next()) {
      if (request.connectionId === abandonedId && request.kind !== 'begin') refuseAbandoned(request)
      else await answer({ pglite, statements }, request, reply)
    }
    isBusy = false
    if (turns.holderId !== null) idleTimer = setTimeout(() => void rollBackIdle(), data.idleInTransactionMs)
  }

  function refuseAbandoned(request: PgliteRequest): void {
    if (request.kind === 'rollback')
      return reply({ kind: 'result', requestId: request.requestId, result: { rows: [] } })
    const message = 'the transaction was idle for too long and has been rolled back'
    reply({ kind: 'error', requestId: request.requestId, error: { message, code: '25P03' } })
  }

  port.on('message', (request: PgliteRequest) => {
    turns.add(request)
    void work()
  })
  reply({ kind: 'ready' })
}

interface Engine {
  pglite: PGlite
  statements: PgliteStatements
}

async function answer(engine: Engine, request: PgliteRequest, reply: (message: PgliteReply) => void): Promise<void> {
  const { requestId } = request
  try {
    reply({ kind: 'result', requestId, result: await carryOut(engine, request) })
  } catch (error) {
    reply({ kind: 'error', requestId, error: toPlainError(error) })
    // A trap of the WebAssembly engine leaves its memory in any state: end the thread, and a new one recovers the folder.
    if (error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus')) process.exit(1)
  }
  if (request.kind === 'close') process.exit(0)
}

async function carryOut({ pglite, statements }: Engine, request: PgliteRequest): Promise<PgliteResult> {
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
  // PostgreSQL answers the commit of a transaction in which a statement failed with a rollback, not with an error.
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
