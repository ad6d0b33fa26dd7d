// Builds what is stale: the server as one file, the artwork and the web app. Run by `npm start` and `npm run build`.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, isFresh, markFresh } from './lib/freshness.mjs'
import { root, run } from './lib/run.mjs'

// Some of the server's libraries are CommonJS and need these names.
const BANNER = `import { createRequire as __createRequire } from 'node:module'
import { dirname as __pathDirname } from 'node:path'
import { fileURLToPath as __fileURLToPath } from 'node:url'
const require = __createRequire(import.meta.url)
const __filename = __fileURLToPath(import.meta.url)
const __dirname = __pathDirname(__filename)`

async function buildServer() {
  const { build } = await import('esbuild')
  const outdir = join(root, 'dist')
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await build({
    entryPoints: {
      server: join(root, 'apps/server/src/main.ts'),
      db: join(root, 'apps/server/src/infra/db/cli.ts'),
      'pglite-worker': join(root, 'apps/server/src/infra/db/pglite-worker.ts'),
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    minifySyntax: true,
    banner: { js: BANNER },
    // These load files from their package's folder.
    external: ['@electric-sql/pglite', 'swagger-ui-dist', 'pg-native'],
    logLevel: 'warning',
  })
  await cp(join(root, 'apps/server/src/migrations'), join(outdir, 'migrations'), { recursive: true })
}

/**
 * Writes the commit for `GET /version`: COMMIT for a build without a git folder, as in an image, or else HEAD. Every
 * build writes it, since a commit need not change an input of any part.
 */
async function writeCommit() {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = process.env.COMMIT || (git.status === 0 ? git.stdout : '')
  await writeFile(join(root, 'dist/commit'), commit)
}

const SHARED = ['package-lock.json', 'packages', 'scripts/build.mjs']

const parts = [
  {
    name: 'server',
    inputs: [...SHARED, 'apps/server'],
    output: 'dist/server.mjs',
    build: buildServer,
  },
  {
    name: 'art',
    inputs: ['package-lock.json', 'scripts/art', 'apps/web/src/ui/graphics/waymark-shapes.ts'],
    output: 'apps/web/public/img/logo.svg',
    build: () => run('npx', ['tsx', 'scripts/art/build.ts']),
  },
  {
    name: 'web',
    inputs: [...SHARED, 'apps/web', 'scripts/art'],
    output: 'apps/web/dist/index.html',
    build: () => run('npm', ['run', '--silent', 'build', '--workspace', 'apps/web']),
  },
]

// The web app for the native apps, in which the site's address is fixed: only on request.
if (process.argv.includes('--native')) {
  const origin =
    process.env.VITE_API_ORIGIN ?? JSON.parse(await readFile(join(root, 'apps/mobile/site.json'), 'utf8')).origin
  parts.push({
    name: 'native',
    inputs: [...SHARED, 'apps/web', 'scripts/art', 'apps/mobile/site.json'],
    output: 'apps/mobile/www/index.html',
    salt: origin,
    build: () =>
      run('npm', ['run', '--silent', 'build', '--workspace', 'apps/web'], {
        env: { ...process.env, VITE_API_ORIGIN: origin },
      }),
  })
}

try {
  for (const part of parts) {
    const inputs = `${await hashOf(part)}${part.salt ?? ''}`
    if (isFresh(part, inputs)) continue
    const startedAt = Date.now()
    await part.build()
    markFresh(part, inputs)
    console.log(`built ${part.name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  await writeCommit()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
