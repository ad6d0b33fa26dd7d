import { chmodSync, rmSync } from 'node:fs'
import { createServer, createConnection, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LockHolder } from './data-dir-lock.ts'
import type { Log } from './log.ts'

// Only one process may open the folder, so while the server runs a dump must come from it. It listens on a socket in
// the folder rather than on a route or a signal: a socket file is nobody's but the owner's, never reaches the network,
// and carries the answer. Whoever calls must also know the token in the lock file, which only the owner can read.

/** Longer paths than this don't fit a socket's address on every system. */
const MAX_PATH_BYTES = 100
const REQUEST_LIMIT_MS = 5000
const MAX_REQUEST_BYTES = 100

/** A process holds the folder, but can't be asked for a dump. */
export class ControlError extends Error {
  override name = 'ControlError'
}

/** Answers `db:dump` until closed. A folder on which no socket can be made is only logged: the game goes on. */
export function serveControl(
  dataDir: string,
  token: string,
  dump: () => Promise<Uint8Array>,
  log: Log,
): { close: () => void } {
  const path = socketPath(dataDir, token)
  // Left behind by a process that was killed; ours is the lock.
  rmSync(path, { force: true })
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(REQUEST_LIMIT_MS, () => socket.destroy())
    answer(socket, token, dump).catch((error: unknown) => {
      log.error({ err: error }, 'dump failed')
      socket.end('error the server could not make the dump; its log says why\n')
    })
  })
  server.on('error', (error) => log.warn({ err: error }, 'db:dump will not work while this server runs'))
  server.listen(path, () => {
    if (process.platform !== 'win32') chmodSync(path, 0o600)
  })
  server.unref()
  return { close: () => void server.close() }
}

/**
 * A dump made by the process that holds the folder.
 * @throws ControlError
 */
export async function requestDump(dataDir: string, holder: LockHolder): Promise<Uint8Array> {
  const socket = createConnection(socketPath(dataDir, holder.token))
  socket.write(`dump ${holder.token}\n`)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) chunks.push(Buffer.from(chunk))
  } catch (cause) {
    throw new ControlError(`Process ${holder.pid} has ${dataDir} open but does not answer: try again in a moment.`, {
      cause,
    })
  }
  const whole = Buffer.concat(chunks)
  const end = whole.indexOf('\n')
  const [status = '', ...rest] = whole.subarray(0, Math.max(end, 0)).toString().split(' ')
  const dump = whole.subarray(end + 1)
  if (status === 'ok' && dump.length === Number(rest[0])) return dump
  if (status === 'error') throw new ControlError(`Process ${holder.pid}: ${rest.join(' ')}`)
  throw new ControlError(`Process ${holder.pid} ended before the dump was whole.`)
}

async function answer(socket: Socket, token: string, dump: () => Promise<Uint8Array>): Promise<void> {
  const request = await readLine(socket)
  if (request !== `dump ${token}`) return void socket.end('error not allowed\n')
  // A large database takes its time, and the reader may be slow to take it.
  socket.setTimeout(0)
  const tarball = await dump()
  socket.write(`ok ${tarball.length}\n`)
  socket.end(tarball)
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > MAX_REQUEST_BYTES) resolve(text)
    })
    socket.once('close', () => reject(new Error('the caller hung up')))
  })
}

function socketPath(dataDir: string, token: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\quizmaster-${token}`
  const path = join(dataDir, 'control.sock')
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(tmpdir(), `quizmaster-${token}.sock`)
}
