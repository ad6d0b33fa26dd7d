// Bundles pglite-worker.ts and runs that, because a new worker thread or process can't read TypeScript. For development
// and tests; the build bundles pglite-worker.ts itself. Bundling takes a tenth of the CPU of loading tsx.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const ENTRY = new URL('./pglite-worker.ts', import.meta.url)
/** Within node_modules, so that the bundle finds the packages. */
const CACHE = new URL('../../../../../node_modules/.cache/quizmaster/', import.meta.url)

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(ENTRY)],
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // The migrations are found relative to the source file.
  define: { 'import.meta.url': JSON.stringify(ENTRY.href) },
  write: false,
})
const [bundle] = outputFiles
const file = new URL(`pglite-worker-${bundle.hash.replaceAll('/', '_')}.mjs`, CACHE)
if (!existsSync(file)) {
  mkdirSync(CACHE, { recursive: true })
  // The rename makes it safe for several processes to do this at the same time.
  const draft = new URL(`pglite-worker-${randomBytes(6).toString('hex')}.draft`, CACHE)
  writeFileSync(draft, bundle.contents)
  renameSync(draft, file)
}
await import(file.href)
