import { createHmac } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'

export interface ChatIdentityDeps {
  /** The chat's key for identities (CHATWOOT_HMAC_KEY); null if users are not identified to the chat. */
  chatwootHmacKey: string | null
}

export interface ChatIdentity {
  identifier: UserId
  identifier_hash: string
}

/**
 * Proves the user's identity to the support chat: Chatwoot's identity validation, the hex HMAC-SHA256 of the
 * identifier. Without it anybody could claim to be this user and read their conversations.
 */
export function chatIdentity({ chatwootHmacKey }: ChatIdentityDeps, userId: UserId): ChatIdentity | null {
  if (chatwootHmacKey === null) return null
  const hash = createHmac('sha256', chatwootHmacKey).update(userId).digest('hex')
  return { identifier: userId, identifier_hash: hash }
}
