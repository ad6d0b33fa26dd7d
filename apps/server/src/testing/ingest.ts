import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** One thing that was reported: an event, a transaction, a session, a replay … */
export interface IngestedItem {
  /** As the item's header says: `event`, `transaction`, `session`, `replay_event`, `replay_recording` … */
  type: string
  header: Record<string, unknown>
  /** Its JSON; for a replay's recording the text of it, unpacked. */
  payload: unknown
}

/** One POST of a reporting client. */
export interface IngestedEnvelope {
  header: Record<string, unknown>
  items: IngestedItem[]
  /** All that was sent in words: query, headers and unpacked body, for a search after canaries. */
  text: string
}

/**
 * What the ingest does with a call: takes it, says that it has had too many, fails, never answers, or cuts the
 * connection.
 */
export type IngestMood = 'takes' | 'refuses' | 'fails' | 'hangs' | 'resets'

export interface Ingest {
  /** What SENTRY_DSN is set to. */
  readonly dsn: string
  readonly origin: string
  /** In the order of arrival. */
  readonly envelopes: readonly IngestedEnvelope[]
  /** How many calls came, taken or not. */
  readonly callCount: number
  mood: IngestMood
  /** All items of a type, in the order of arrival. */
  items(type: string): IngestedItem[]
  /** Forgets what came so far. */
  clear(): void
  close(): Promise<void>
}

const PROJECT_ID = 42
const KEY = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5'

/**
 * A stand-in of the service that error reports go to, on a port of its own: it answers browsers and servers the way the
 * real one does and keeps what they send.
 */
export async function startIngest(): Promise<Ingest> {
  const envelopes: IngestedEnvelope[] = []
  const state: { mood: IngestMood; callCount: number } = { mood: 'takes', callCount: 0 }
  const http = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      answer(response, 200)
    } else {
      state.callCount += 1
      receive(request, response, state.mood, envelopes).catch(() => answer(response, 400))
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
    get mood() {
      return state.mood
    },
    set mood(mood) {
      state.mood = mood
    },
    items: (type) => envelopes.flatMap(({ items }) => items).filter((item) => item.type === type),
    clear: () => void envelopes.splice(0),
    close: () => close(http),
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  mood: IngestMood,
  envelopes: IngestedEnvelope[],
): Promise<void> {
  if (mood === 'hangs') return
  if (mood === 'resets') return void request.socket.resetAndDestroy()
  const body = await buffer(request)
  if (mood === 'fails') return answer(response, 500)
  if (mood === 'refuses') return answer(response, 429, { 'retry-after': '60' })
  if (request.method !== 'POST' || !request.url?.startsWith(`/api/${PROJECT_ID}/envelope/`)) {
    return answer(response, 404)
  }
  const envelope = parseEnvelope(unpack(body, request.headers['content-encoding']))
  const sent = `${request.url}\n${JSON.stringify(request.headers)}\n`
  envelopes.push({ ...envelope, text: sent + envelope.text })
  answer(response, 200, {}, JSON.stringify({ id: envelope.header.event_id ?? '' }))
}

/** Any page may report: the ingest's answers are open to all origins. */
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

function unpack(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'deflate' ? inflateSync(body) : body
}

/** Lines of JSON: the envelope's header, then of each item a header and a payload, of as many bytes as it says. */
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
  const words = [JSON.stringify(header)]
  while (at < body.length) {
    const itemHeader = json()
    const payload = typeof itemHeader.length === 'number' ? bytesOf(itemHeader.length) : line()
    const text = textOf(payload)
    words.push(JSON.stringify(itemHeader), text)
    items.push({ type: String(itemHeader.type), header: itemHeader, payload: jsonOrText(text) })
  }
  return { header, items, text: words.join('\n') }

  function bytesOf(length: number): Buffer {
    const bytes = body.subarray(at, at + length)
    at += length + 1
    return bytes
  }
}

/** A recording is a line of JSON and then, packed or not, the recording. */
function textOf(payload: Buffer): string {
  const end = payload.indexOf(10)
  const rest = payload.subarray(end + 1)
  // The two first bytes of deflated data, whatever its level.
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
