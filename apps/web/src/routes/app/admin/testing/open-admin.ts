import { openApp } from '../../../../testing/render-app.tsx'
import { shown } from '../../../../testing/shown.ts'
import { type StubAnswer, type StubbedServer, stubServer } from '../../../../testing/stub-server.ts'
import { CURRENT_USER, MIRA } from '../../../../testing/users.ts'

export const BASE = '/services/admin/api/v2'
export const ADMIN = { ...MIRA, role: 'admin' }

/** A successful answer. */
export const ok = (data: unknown): StubAnswer => ({ status: 200, body: { data } })
/** A refusal with the server's message. */
export const refused = (status: number, error: string): StubAnswer => ({
  status,
  body: { error, code: status === 404 ? 'not_found' : 'internal_error' },
})

/** Opens an admin screen as an admin. */
export function openAdmin(tab: string, answers: Record<string, StubAnswer>): StubbedServer {
  const server = stubServer({ [CURRENT_USER]: ok(ADMIN), ...answers })
  localStorage.setItem('token', 'good')
  openApp(`/app/admin/${tab}`)
  return server
}

/** The admin calls that change something. */
export const changes = (server: StubbedServer) =>
  server.calls.filter(({ call }) => call.startsWith(`POST ${BASE}`)).map(({ call, body }) => ({ call, body }))

/** The type of the toast with this text, once the toast is shown. */
export const toast = async (text: string) => (await shown(text)).closest('[data-toast]')?.getAttribute('data-toast')
