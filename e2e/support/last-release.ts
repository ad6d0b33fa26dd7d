import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'e2e/last-release')

/**
 * Unpacks the server that scripts/deploy/keep-release.mjs has kept. Returns its commit and the folder with
 * `dist/server.mjs`, below this checkout, whose questions and pages it serves.
 */
export async function unpackLastRelease(): Promise<{ program: string; commit: string }> {
  const { commit, migrations } = JSON.parse(await readFile(join(KEPT, 'release.json'), 'utf8')) as {
    commit: string
    migrations: string[]
  }
  const program = join(ROOT, '.cache/last-release')
  await mkdir(join(program, 'dist/migrations'), { recursive: true })
  await writeFile(join(program, 'dist/server.mjs'), brotliDecompressSync(await readFile(join(KEPT, 'server.mjs.br'))))
  await writeFile(join(program, 'dist/commit'), commit)
  for (const name of migrations) {
    await copyFile(join(ROOT, 'apps/server/src/migrations', name), join(program, 'dist/migrations', name))
  }
  return { program, commit }
}
