import type { IncomingMessage, ServerResponse } from 'node:http'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/** Headers added to every HTTP response of the package. */
export type ResponseHeaders = Readonly<Record<string, string>>

/** Sets the headers of every response. Allows pages of an allowed origin to read it. */
export function setCommonHeaders(
  req: IncomingMessage,
  res: ServerResponse,
  allowOrigin: boolean,
  extra: ResponseHeaders,
) {
  for (const [name, value] of Object.entries(extra)) res.setHeader(name, value)
  res.setHeader('cache-control', 'no-store')
  res.setHeader('vary', 'origin')
  const { origin } = req.headers
  if (origin !== undefined && allowOrigin) res.setHeader('access-control-allow-origin', origin)
}

/** The JSON of a long-poll response. */
export type LongPollBody = {
  readonly status: number
  readonly token?: string
  readonly messages?: readonly string[]
}

/** Sends a long-poll response, whose status is in the body; the HTTP status is 200, except for 413. */
export function sendLongPoll(res: ServerResponse, body: LongPollBody, httpStatus = 200): void {
  if (res.headersSent || res.destroyed) return
  const text = JSON.stringify(body)
  res.writeHead(httpStatus, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  res.end(text)
}

/** Sends a response without a body, or with a line of text. */
export function sendPlain(res: ServerResponse, httpStatus: number, text = ''): void {
  if (res.headersSent || res.destroyed) return
  if (text) res.setHeader('content-type', 'text/plain; charset=utf-8')
  res.writeHead(httpStatus, { 'content-length': Buffer.byteLength(text) })
  res.end(text)
}

/** Answers a CORS preflight: allows the requested headers and both methods for an hour. */
export function sendPreflight(req: IncomingMessage, res: ServerResponse): void {
  const requested = req.headers['access-control-request-headers']
  if (requested !== undefined) res.setHeader('access-control-allow-headers', requested)
  res.setHeader('access-control-allow-methods', 'get, post, options')
  res.setHeader('access-control-max-age', '3600')
  sendPlain(res, 200)
}

/** Reads a request body. Null if it is longer than `maxBytes`. Rejects if the client disconnects. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    req.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= maxBytes) chunks.push(chunk)
      else resolve(null)
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', reject)
    req.on('close', () => reject(new Error('the client disconnected during its request')))
  })
}

/**
 * Splits a POST body into messages. With the content type `application/x-ndjson` each line is a message, up to
 * `maxLines`: text if it starts with `[`, otherwise base64 of a binary message, or null if malformed. With any other
 * content type the whole body is one text message.
 */
export function splitBody(body: Buffer, contentType: string | undefined, maxLines: number): (string | Buffer | null)[] {
  const text = body.toString('utf8')
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/x-ndjson') return [text]
  return text
    .split(/\r?\n/, maxLines + 1)
    .slice(0, maxLines)
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('[') ? line : decodeBase64(line)))
}

function decodeBase64(line: string): Buffer | null {
  return BASE64.test(line) ? Buffer.from(line, 'base64') : null
}
