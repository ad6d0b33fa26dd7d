import { type ConnectInfo, type ConnectResult, refuse } from '@quizmaster/channels'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { Session } from '../features/accounts/sessions.ts'

/** What a socket knows of its client. */
export interface SocketAssigns {
  userId: UserId
  sessionId: SessionId
}

/**
 * Lets a client in on a realtime token, given by `authToken` or as the parameter `token` (contract 7). Sockets are
 * grouped by user: for the limit of 20, and to be closed together.
 */
export async function connectWithToken(
  { authToken, params }: ConnectInfo,
  findSession: (token: string) => Promise<Session | null>,
): Promise<ConnectResult<SocketAssigns>> {
  const token = authToken ?? params['token']
  const session = typeof token === 'string' ? await findSession(token) : null
  return session ? { id: session.userId, assigns: { userId: session.userId, sessionId: session.id } } : refuse(403)
}
