// `node scripts/deploy/keep-release.mjs`, in a built checkout of a release: keeps its server in e2e/last-release, where
// the test of a rolling upgrade finds it once main has moved on. Packages outside the bundle come from the checkout
// that runs the test; migrations are only named, since a migration never changes.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { root } from '../lib/run.mjs'

const target = join(root, 'e2e/last-release')
const read = (path) => readFile(join(root, path), 'utf8')

const { version } = JSON.parse(await read('package.json'))
const commit = (await read('dist/commit')).trim()
const migrations = (await readdir(join(root, 'dist/migrations'))).toSorted()
const server = Buffer.from((await read('dist/server.mjs')).replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
const packed = brotliCompressSync(server, {
  params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: server.length },
})
await mkdir(target, { recursive: true })
await writeFile(join(target, 'server.mjs.br'), packed)
await writeFile(join(target, 'release.json'), `${JSON.stringify({ version, commit, migrations }, null, 2)}\n`)
console.log(`kept ${version} at ${commit}: ${(packed.length / 1e6).toFixed(1)} MB`)
