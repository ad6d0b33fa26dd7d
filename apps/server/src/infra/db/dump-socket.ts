import { chmodSync, rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Logger } from '../log.ts'
import type { LockHolder } from './data-dir-lock.ts'

// Only one process can open the database, so while the server runs, `npm run db:dump` asks it for the dump, over HTTP
// on a Unix socket in the data directory: unlike a route of the server this is not on the network, and only the owner
// can open it. The request must also carry the token of the lock file.

/** Longer paths don't fit a socket address on all systems. */
const MAX_PATH_BYTES = 100

/** The process that has the data directory open did not provide a dump. */
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
  // Left behind by a killed process: no live one can use it, since we hold the lock.
  rmSync(path, { force: true })
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(403).end('not allowed')
      return
    }
    dump().then(
      (tarball) => response.setHeader('content-length', tarball.length).end(tarball),
      (error: unknown) => {
        log.error({ msg: 'database_dump_failed', err: error })
        response.writeHead(500).end('the server could not make the dump; its log says why')
      },
    )
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
export async function requestDump(dataDir: string, { pid, token }: LockHolder): Promise<Uint8Array> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      socketPath: socketPath(dataDir, token),
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    }
    get(options, resolve).on('error', reject)
  }).catch((cause: unknown) => {
    throw new DumpRequestError(`Process ${pid} has ${dataDir} open but does not answer: try again in a moment.`, {
      cause,
    })
  })
  if (response.statusCode !== 200) throw new DumpRequestError(`Process ${pid}: ${await text(response)}`)
  return buffer(response).catch((cause: unknown) => {
    throw new DumpRequestError(`Process ${pid} ended before the dump was complete.`, { cause })
  })
}

function socketPath(dataDir: string, token: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\quizmaster-${token}`
  const path = join(dataDir, 'control.sock')
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(tmpdir(), `quizmaster-${token}.sock`)
}
