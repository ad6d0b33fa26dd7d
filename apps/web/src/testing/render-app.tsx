import { cleanup, render } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { App } from '../app.tsx'
import { queryClient } from '../platform/query-client.ts'
import { useToasts } from '../ui/feedback/toast.ts'

/** What the server says to one call: a status and a body, or an answer that never comes. */
export type StubbedAnswer = { status: number; body: unknown } | 'no answer'

/** The server as the browser sees it: answers by "METHOD path", and the calls that were made. */
export interface StubbedServer {
  calls: { call: string; body: unknown; token: string | null }[]
  answers: Record<string, StubbedAnswer>
}

/** Puts a server at the network's edge. A call it does not know gets a 404. */
export function stubServer(answers: Record<string, StubbedAnswer>): StubbedServer {
  const server: StubbedServer = { calls: [], answers }
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url}`
    const { authorization = null } = (init.headers ?? {}) as Record<string, string>
    server.calls.push({
      call,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      token: authorization,
    })
    const answer = server.answers[call] ?? { status: 404, body: { error: 'Not found', code: 'not_found' } }
    if (answer === 'no answer') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }))
  })
  return server
}

/** Opens the app at a path; `path()` tells where it stands. */
export function openApp(at: string): { path: () => string } {
  // jsdom draws nothing and so can't scroll.
  vi.stubGlobal('scrollTo', () => {})
  const { container } = render(
    <MemoryRouter initialEntries={[at]}>
      <App />
      <Path />
    </MemoryRouter>,
  )
  return { path: () => container.querySelector('[data-path]')?.getAttribute('data-path') ?? '' }
}

function Path() {
  const { pathname, search } = useLocation()
  return <span data-path={pathname + search} />
}

/** Leaves nothing of one test to the next. */
export function closeApp(): void {
  cleanup()
  queryClient.clear()
  useToasts.setState({ toasts: [] })
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
