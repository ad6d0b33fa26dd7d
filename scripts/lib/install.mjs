// Installs the packages if they are missing or differ from the lock file. Needs nothing but Node and npm.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const OLDEST_NODE = [20, 19]

/** Exits with one line if Node is too old; then brings node_modules in line with the lock file. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    console.error(`Quizmaster needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}`)
    process.exit(1)
  }
  const stamp = join(root, 'node_modules', '.quizmaster-lock')
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Installing packages (once)...')
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, hash)
}
