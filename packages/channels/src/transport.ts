import type { CloseCode } from './close-codes.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/** The way to one peer: a WebSocket or a long-poll session. */
export type Transport = {
  /** Sends or queues; does nothing once closed. */
  send(message: OutgoingMessage): void
  /** Ends the connection; the peer learns the code where its transport can say it. */
  close(code: CloseCode): void
  /** Whether the connection is over on both sides. */
  readonly isGone: boolean
  /** Cuts a connection that is slow to close. */
  terminate(): void
  /** Why this peer must go now, null while all is well. Asked by the sweep. */
  findFault(nowMs: number): CloseCode | null
}
