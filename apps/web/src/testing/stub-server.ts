import { vi } from 'vitest'

/** One call that the stub server received. */
export interface SeenCall {
  /** "METHOD path", with the query. */
  call: string
  path: string
  search: URLSearchParams
  /** Empty if none was sent. */
  body: Record<string, unknown>
  /** The authorization header; null if none was sent. */
  token: string | null
}

/** The server's answer: a status and a body, a 200 with data, or no answer, as if the server can't be reached. */
export type StubAnswer = { status: number; body: unknown } | { data: unknown } | 'no answer'

/** Answers by "METHOD path" or by the end of a path. */
type Answers = Record<string, StubAnswer | ((call: SeenCall) => StubAnswer)>

/** A stub server: the calls it received, and its answers, which may be changed at any time. */
export interface StubbedServer {
  calls: SeenCall[]
  answers: Answers
}

export const SERVER_ERROR: StubAnswer = { status: 500, body: { error: 'Something broke', code: 'internal_error' } }
const NOT_FOUND: StubAnswer = { status: 404, body: { error: 'Not found', code: 'not_found' } }

/** Replaces the network by a stub server. An unknown call gets a 404. */
export function stubServer(answers: Answers): StubbedServer {
  const server: StubbedServer = { calls: [], answers }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const seen = readCall(input, init)
    server.calls.push(seen)
    const name = Object.keys(server.answers).find((key) => key === seen.call || seen.path.endsWith(key))
    const found = name === undefined ? NOT_FOUND : (server.answers[name] ?? NOT_FOUND)
    const answer = typeof found === 'function' ? found(seen) : found
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    const { status, body } = 'status' in answer ? answer : { status: 200, body: answer }
    return new Response(JSON.stringify(body), { status })
  })
  return server
}

function readCall(input: string, init: RequestInit): SeenCall {
  const { pathname, searchParams } = new URL(input, 'http://localhost')
  const { authorization = null } = (init.headers ?? {}) as Record<string, string>
  return {
    call: `${init.method ?? 'GET'} ${input}`,
    path: pathname,
    search: searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
    token: authorization,
  }
}

/** The calls that went to one path. */
export function callsTo({ calls }: StubbedServer, suffix: string): SeenCall[] {
  return calls.filter(({ path }) => path.endsWith(suffix))
}
