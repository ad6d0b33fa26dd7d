import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/http.ts'

interface ChatIdentity {
  identifier: string
  identifier_hash: string
}

/**
 * The server's proof of the signed-in user's identity; null for a visitor, until known, and if the chat is anonymous.
 */
export function useIdentifierHash(userId: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['chat_identity', userId],
    queryFn: fetchIdentity,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: userId !== null,
  })
  return data?.identifier === userId ? (data?.identifier_hash ?? null) : null
}

async function fetchIdentity({ signal }: { signal: AbortSignal }): Promise<ChatIdentity | null> {
  const { data } = await call(userApi.chatIdentity, undefined, { signal })
  return data ?? null
}
