import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** A reported item: an event, a transaction, a session, a replay … */
export interface IngestedItem {
  /** From the item's header: `event`, `transaction`, `session`, `replay_event`, `replay_recording` … */
  type: string
  header: Record<string, unknown>
  /** The parsed JSON; for a replay recording, the uncompressed text. */
  payload: unknown
}

/** The body of one POST of a reporting client. */
export interface IngestedEnvelope {
  header: Record<string, unknown>
  items: IngestedItem[]
  /** Everything that was sent as text: URL, headers and uncompressed body. Tests search it for personal data. */
  text: string
}

/** What the server does with a request: accepts it, answers 429 or 500, never answers, or resets the connection. */
export type IngestMode = 'accepts' | 'limits' | 'fails' | 'hangs' | 'resets'

export interface Ingest {
  /** For the setting SENTRY_DSN. */
  readonly dsn: string
  readonly origin: string
  /** In the order of arrival. */
  readonly envelopes: readonly IngestedEnvelope[]
  /** The number of requests, accepted or not. */
  readonly callCount: number
  mode: IngestMode
  /** All items of a type, in the order of arrival. */
  items(type: string): IngestedItem[]
  /** Discards the envelopes so far. */
  clear(): void
  close(): Promise<void>
}

const PROJECT_ID = 42
const KEY = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5'

/** Starts a fake of Sentry's ingest server on a free port. It answers like the real one and collects what is sent. */
export async function startIngest(): Promise<Ingest> {
  const envelopes: IngestedEnvelope[] = []
  const state: { mode: IngestMode; callCount: number } = { mode: 'accepts', callCount: 0 }
  const http = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      answer(response, 200)
    } else {
      state.callCount += 1
      receive(request, response, state.mode, envelopes).catch(() => answer(response, 400))
    }
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    dsn: `http://${KEY}@127.0.0.1:${port}/${PROJECT_ID}`,
    origin: `http://127.0.0.1:${port}`,
    envelopes,
    get callCount() {
      return state.callCount
    },
    get mode() {
      return state.mode
    },
    set mode(mode) {
      state.mode = mode
    },
    items: (type) => envelopes.flatMap(({ items }) => items).filter((item) => item.type === type),
    clear: () => void envelopes.splice(0),
    close: () => close(http),
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  mode: IngestMode,
  envelopes: IngestedEnvelope[],
): Promise<void> {
  if (mode === 'hangs') return
  if (mode === 'resets') return void request.socket.resetAndDestroy()
  const body = await buffer(request)
  if (mode === 'fails') return answer(response, 500)
  if (mode === 'limits') return answer(response, 429, { 'retry-after': '60' })
  if (request.method !== 'POST' || !request.url?.startsWith(`/api/${PROJECT_ID}/envelope/`)) {
    return answer(response, 404)
  }
  const envelope = parseEnvelope(decompress(body, request.headers['content-encoding']))
  const sent = `${request.url}\n${JSON.stringify(request.headers)}\n`
  envelopes.push({ ...envelope, text: sent + envelope.text })
  answer(response, 200, {}, JSON.stringify({ id: envelope.header.event_id ?? '' }))
}

/** Like the real server, allows all origins. */
function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}, body = '{}'): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'x-sentry-auth, content-type, content-encoding, sentry-trace, baggage',
    'access-control-expose-headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
    'cross-origin-resource-policy': 'cross-origin',
    ...headers,
  })
  response.end(body)
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'deflate' ? inflateSync(body) : body
}

/** An envelope has a header line, then for each item a header line and a payload, whose length the header may give. */
function parseEnvelope(body: Buffer): IngestedEnvelope {
  let at = 0
  const line = () => {
    const end = body.indexOf(10, at)
    const bytes = body.subarray(at, end === -1 ? body.length : end)
    at = end === -1 ? body.length : end + 1
    return bytes
  }
  const json = () => JSON.parse(line().toString()) as Record<string, unknown>
  const header = json()
  const items: IngestedItem[] = []
  const lines = [JSON.stringify(header)]
  while (at < body.length) {
    const itemHeader = json()
    const payload = typeof itemHeader.length === 'number' ? bytesOf(itemHeader.length) : line()
    const text = textOf(payload)
    lines.push(JSON.stringify(itemHeader), text)
    items.push({ type: String(itemHeader.type), header: itemHeader, payload: jsonOrText(text) })
  }
  return { header, items, text: lines.join('\n') }

  function bytesOf(length: number): Buffer {
    const bytes = body.subarray(at, at + length)
    at += length + 1
    return bytes
  }
}

/** The payload as text. A recording is a line of JSON followed by the recording, which may be deflated. */
function textOf(payload: Buffer): string {
  const end = payload.indexOf(10)
  const rest = payload.subarray(end + 1)
  // The first two bytes of deflated data, for any compression level.
  const isDeflated = end !== -1 && rest[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(rest[1] ?? 0)
  return isDeflated ? `${payload.subarray(0, end + 1).toString()}${inflateSync(rest).toString()}` : payload.toString()
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function close(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
    http.closeAllConnections()
  })
}
