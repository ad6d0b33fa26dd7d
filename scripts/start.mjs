// `npm start`: installs what is missing, builds what is stale, then becomes the server. package.json runs it
// with `exec`: npm passes a signal to its own child only, which would otherwise be a shell that leaves the server
// behind.
import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'

try {
  await ensureInstalled()
  // In a process of its own, so that the server doesn't carry the builder's memory.
  await run(process.execPath, ['scripts/build.mjs'])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import('../dist/server.mjs')
