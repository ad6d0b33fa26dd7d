import { chmodSync, rmSync } from 'node:fs'
import { createServer, createConnection, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { LockHolder } from './data-dir-lock.ts'

// Only one process can open the database, so while the server runs, `npm run db:dump` asks it for the dump. The server
// listens on a Unix socket in the data directory rather than on a route or a signal: only the owner can open it, it is
// not on the network, and it can carry the dump. The caller must also send the token of the lock file.

/** Longer paths don't fit a socket address on all systems. */
const MAX_PATH_BYTES = 100
const REQUEST_TIMEOUT_MS = 5000
const MAX_REQUEST_BYTES = 100

/** The process that has the data directory open gave no dump. */
export class DumpRequestError extends Error {
  override name = 'DumpRequestError'
}

/** Serves dumps until closed. If the socket can't be created, only `db:dump` is affected: logged, not thrown. */
export function serveDumps(
  dataDir: string,
  token: string,
  dump: () => Promise<Uint8Array>,
  log: Logger,
): { close: () => void } {
  const path = socketPath(dataDir, token)
  // May have been left behind by a killed process: we hold the lock.
  rmSync(path, { force: true })
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy())
    answer(socket, token, dump).catch((error: unknown) => {
      log.error({ msg: 'database_dump_failed', err: error })
      socket.end('error the server could not make the dump; its log says why\n')
    })
  })
  server.on('error', (error) => log.warn({ msg: 'dump_socket_unavailable', err: error }))
  server.listen(path, () => {
    if (process.platform !== 'win32') chmodSync(path, 0o600)
  })
  server.unref()
  return { close: () => void server.close() }
}

/**
 * Requests a dump from the process that has the data directory open.
 * @throws DumpRequestError
 */
export async function requestDump(dataDir: string, holder: LockHolder): Promise<Uint8Array> {
  const socket = createConnection(socketPath(dataDir, holder.token))
  socket.write(`dump ${holder.token}\n`)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) chunks.push(Buffer.from(chunk))
  } catch (cause) {
    throw new DumpRequestError(
      `Process ${holder.pid} has ${dataDir} open but does not answer: try again in a moment.`,
      {
        cause,
      },
    )
  }
  const response = Buffer.concat(chunks)
  const end = response.indexOf('\n')
  const [status = '', ...rest] = response.subarray(0, Math.max(end, 0)).toString().split(' ')
  const dump = response.subarray(end + 1)
  if (status === 'ok' && dump.length === Number(rest[0])) return dump
  if (status === 'error') throw new DumpRequestError(`Process ${holder.pid}: ${rest.join(' ')}`)
  throw new DumpRequestError(`Process ${holder.pid} ended before the dump was whole.`)
}

async function answer(socket: Socket, token: string, dump: () => Promise<Uint8Array>): Promise<void> {
  const request = await readLine(socket)
  if (request !== `dump ${token}`) return void socket.end('error not allowed\n')
  // The dump of a large database takes longer, and so may sending it.
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
