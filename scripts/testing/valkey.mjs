import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'

const SERVERS = ['valkey-server', 'redis-server']
const START_TIMEOUT_MS = 60_000

/**
 * Starts a temporary Valkey or Redis server for tests, on a free port of 127.0.0.1 and without persistence.
 *
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 * @throws an Error with one sentence if neither is installed and none can be.
 */
export async function startValkey() {
  const command = findServer() ?? installServer()
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'quizmaster-valkey-'))
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir]
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await waitForPort(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function findServer() {
  return SERVERS.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)
}

function installServer() {
  const failure = new Error('The tests need valkey-server or redis-server: install one of them')
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw failure
  console.log('Installing a Redis server (once)...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { stdio: 'ignore', env })
  const found = findServer()
  if (!found) throw failure
  return found
}

async function waitForPort(port) {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const isOpen = await new Promise((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1' })
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The test server for pub/sub did not start')
}
