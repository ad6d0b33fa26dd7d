import { setFlagsFromString } from 'node:v8'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { createDatabase } from './create-database.ts'
import { servePglite } from './pglite-server.ts'

// The second entry point of the bundle. In a worker thread it serves the embedded database, since PGlite blocks the
// thread it runs on. In a short-lived child process it creates a data directory, which takes 800 MB of memory that a
// thread of the server would never give back.
if (isMainThread) await createAndExit(process.argv.slice(2))
else if (parentPort) await servePglite(parentPort, workerData)

/**
 * Creates a database in the directory `args[0]`, from the dump `args[1]` if given. Reports an error to the parent
 * process over IPC, and exits if the parent is killed.
 */
async function createAndExit(args: readonly string[]): Promise<void> {
  const [dataDir, dumpFile] = args
  // Optimising the compiled WebAssembly would take more CPU than it saves before the process exits.
  setFlagsFromString('--liftoff-only')
  process.once('disconnect', () => process.exit(1))
  try {
    if (dataDir === undefined) throw new Error('no folder given')
    await createDatabase(dataDir, dumpFile)
    process.exit(0)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (process.send) process.send({ error: message }, () => process.exit(1))
    else process.exit(1)
  }
}
