import type { IncomingMessage, ServerResponse } from 'node:http'

/** What every HTTP answer of the package carries besides its own headers. */
export type ResponseHeaders = Readonly<Record<string, string>>

/** Sets what all answers carry; pages of an allowed origin may read them. */
export function prepareAnswer(req: IncomingMessage, res: ServerResponse, allowOrigin: boolean, extra: ResponseHeaders) {
  for (const [name, value] of Object.entries(extra)) res.setHeader(name, value)
  res.setHeader('cache-control', 'no-store')
  res.setHeader('vary', 'origin')
  const { origin } = req.headers
  if (origin !== undefined && allowOrigin) res.setHeader('access-control-allow-origin', origin)
}

/** The protocol's answer: the status stands in the body, HTTP says 200 (or 413, which is no answer of a session). */
export function sendBody(res: ServerResponse, body: { readonly status: number }, httpStatus = 200): void {
  if (res.headersSent || res.destroyed) return
  const text = JSON.stringify(body)
  res.writeHead(httpStatus, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  res.end(text)
}

/** An answer without a body, or with a line of text for people. */
export function sendPlain(res: ServerResponse, httpStatus: number, text = ''): void {
  if (res.headersSent || res.destroyed) return
  if (text) res.setHeader('content-type', 'text/plain; charset=utf-8')
  res.writeHead(httpStatus, { 'content-length': Buffer.byteLength(text) })
  res.end(text)
}

/** Answers a preflight: whatever headers the page asked for, two methods, for an hour. */
export function sendPreflight(req: IncomingMessage, res: ServerResponse): void {
  const requested = req.headers['access-control-request-headers']
  if (requested !== undefined) res.setHeader('access-control-allow-headers', requested)
  res.setHeader('access-control-allow-methods', 'get, post, options')
  res.setHeader('access-control-max-age', '3600')
  sendPlain(res, 200)
}
