import { vi } from 'vitest'

/** One call that reached the edge of the network. */
export interface SeenCall {
  path: string
  search: URLSearchParams
  body: Record<string, unknown>
}

/** An answer: a status other than 200 is a refusal, an `Error` is a server that can't be reached. */
export type StubAnswer = { status: number; body: unknown } | { data: unknown } | Error

/** Puts a server in the place of the network: `answers` by the last parts of a path. Gives what it was asked. */
export function stubServer(answers: Record<string, (call: SeenCall) => StubAnswer>): SeenCall[] {
  const seen: SeenCall[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const call: SeenCall = { path: url.pathname, search: url.searchParams, body }
    seen.push(call)
    const name = Object.keys(answers).find((suffix) => url.pathname.endsWith(suffix))
    const answer = name ? answers[name]?.(call) : undefined
    if (answer instanceof Error) throw answer
    const { status, body: answerBody } = answer && 'status' in answer ? answer : { status: 200, body: answer }
    return new Response(JSON.stringify(answer === undefined ? { error: 'Not found', code: 'not_found' } : answerBody), {
      status: answer === undefined ? 404 : status,
    })
  })
  return seen
}

/** The calls that went to one path. */
export function callsTo(seen: readonly SeenCall[], suffix: string): SeenCall[] {
  return seen.filter(({ path }) => path.endsWith(suffix))
}

export const SERVER_ERROR: StubAnswer = { status: 500, body: { error: 'Something broke', code: 'internal_error' } }
