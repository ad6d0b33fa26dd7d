import { parentPort, workerData, isMainThread } from 'node:worker_threads'
import { initialisePglite } from './pglite-initialise.ts'
import { servePglite } from './pglite-server.ts'

// The one entry beside the server's own: the thread in which the embedded database lives (PGlite blocks whatever
// thread it runs on, and starves its timers), and the short-lived child process that makes a new folder (which takes
// 800 MB that the server would never get rid of).
if (isMainThread) await initialisePglite(process.argv.slice(2))
else if (parentPort) await servePglite(parentPort, workerData)
