import type { Limits } from './limits.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/**
 * WebSocket close codes that the server uses (protocol 1.5). A long-poll session answers its next request with 410
 * instead. Never 1000: older clients don't reconnect after it.
 */
export const closeCodes = {
  kicked: 1001,
  idle: 1002,
  binaryRefused: 1003,
  policyViolation: 1008,
  tooBig: 1009,
  malformed: 1011,
  restarting: 1012,
  tooSlow: 1013,
} as const

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

export type TransportKind = 'websocket' | 'longpoll'

/** What a transport needs of its endpoint. */
export type TransportHost = { readonly limits: Limits; nowMs(): number }

/** The connection to one client: a WebSocket or a long-poll session. */
export type Transport = {
  readonly kind: TransportKind
  /** Sends or queues a message. Does nothing once closed. */
  send(message: OutgoingMessage): void
  /** Closes the connection. The client learns the code and the reason if the transport can carry them. */
  close(code: CloseCode, reason: string): void
  /** Whether both sides have closed the connection. */
  readonly isGone: boolean
  /** Destroys a connection that is slow to close. */
  terminate(): void
  /** The reason to close this connection now, or null. Called by the periodic sweep. */
  findFault(nowMs: number): CloseCode | null
}
