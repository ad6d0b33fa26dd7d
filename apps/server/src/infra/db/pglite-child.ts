import { startPgliteProcess } from './pglite-entry.ts'

/**
 * Makes a migrated embedded database in the new folder `dataDir`, empty or from a dump, in a child process of its own:
 * it takes some 800 MB for 3 s, which go back to the system with the process. Rejects with a sentence of what failed.
 */
export function makePgliteFolder(dataDir: string, dumpFile?: string): Promise<void> {
  const child = startPgliteProcess(dumpFile === undefined ? [dataDir] : [dataDir, dumpFile])
  return new Promise((resolve, reject) => {
    let reason = 'the process that prepares the database ended early'
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'error' in message) reason = String(message.error)
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(reason))))
  })
}
