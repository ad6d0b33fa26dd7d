import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PgliteWorkerData } from './pglite-protocol.ts'

// In the bundle this module is part of server.mjs, and the entry lies beside it as pglite-worker.mjs.
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker-from-source.mjs' : './pglite-worker.mjs',
  import.meta.url,
)

/** Starts the thread of an embedded database. */
export function startPgliteThread(workerData: PgliteWorkerData): Worker {
  // What PostgreSQL prints may hold personal data, and its errors come as replies: read it, so that it can't pile up.
  const worker = new Worker(ENTRY, { workerData, execArgv: [], stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** Starts the short-lived process that makes a database; it answers over IPC. */
export function startPgliteProcess(args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(ENTRY), args, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}
