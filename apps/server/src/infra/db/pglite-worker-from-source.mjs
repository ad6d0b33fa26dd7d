// Neither a new thread nor a new process can read TypeScript before tsx is loaded into it. Used in development and
// tests only; the build bundles pglite-worker.ts itself.
import { register } from 'tsx/esm/api'

register()
await import('./pglite-worker.ts')
