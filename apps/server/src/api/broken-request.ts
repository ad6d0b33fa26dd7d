import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorCode } from '@quizmaster/contract/errors'
import { socketHeaders } from './security-headers.ts'

const STATUS_BY_FAULT: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What Node hangs on a connection while it answers on it. */
type Answering = Duplex & { _httpMessage?: { headersSent: boolean } | null }

/**
 * Answers what can't be read as a request, or comes too slowly, in the contract's shape and hangs up (contract 2).
 * For the `clientError` event of an HTTP server.
 */
export function refuseBrokenRequest(fault: NodeJS.ErrnoException, socket: Answering): void {
  const { _httpMessage: answer } = socket
  if (fault.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy(fault)
    return
  }
  const status = STATUS_BY_FAULT[fault.code ?? ''] ?? 400
  const code: ErrorCode = status === 413 || status === 431 ? 'payload_too_large' : 'bad_request'
  const body = JSON.stringify({ error: ERRORS[code].sentence, code })
  const headers = {
    ...socketHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
