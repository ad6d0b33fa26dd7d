import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PgliteWorkerData } from './pglite-server.ts'

// In the bundle this module is part of server.mjs, beside pglite-worker.mjs.
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker-from-source.mjs' : './pglite-worker.mjs',
  import.meta.url,
)

/** Starts the worker thread of an embedded database. */
export function startPgliteThread(workerData: PgliteWorkerData): Worker {
  // PostgreSQL's output may contain personal data, and errors arrive as replies. Drained so that it can't pile up.
  const worker = new Worker(ENTRY, { workerData, execArgv: [], stdout: true, stderr: true })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/**
 * Creates a migrated embedded database in the new directory `path`, empty or from a dump, in a child process: this
 * takes 3 s and some 800 MB, which are freed when the process exits. Rejects with one sentence.
 */
export function createPgliteDir(path: string, dumpFile?: string): Promise<void> {
  const args = dumpFile === undefined ? [path] : [path, dumpFile]
  const child = fork(fileURLToPath(ENTRY), args, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  return new Promise((resolve, reject) => {
    let reason = 'the process that prepares the database ended early'
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'error' in message) reason = String(message.error)
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(reason))))
  })
}
