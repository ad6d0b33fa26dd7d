// Loads tsx before pglite-worker.ts, because a new worker thread or process can't read TypeScript (and --import doesn't
// work in a worker's execArgv). For development and tests; the build bundles pglite-worker.ts itself.
import { register } from 'tsx/esm/api'

register()
await import('./pglite-worker.ts')
