/** What one peer may use. Every figure can be set; `Infinity` switches a limit off. */
export type Limits = {
  /** Longest message a peer may send, in bytes; over it 1009. */
  readonly maxFrameBytes: number
  /** A peer may send this many messages in `rateWindowMs`; one more is 1008. */
  readonly maxMessages: number
  readonly rateWindowMs: number
  /** A WebSocket that sends nothing for so long is closed with 1002. */
  readonly idleMs: number
  /** A socket that hasn't joined anything this long after it connected is closed with 1008. */
  readonly joinWithinMs: number
  readonly maxChannelsPerSocket: number
  /** Sockets of one id on one endpoint; one more is refused with 429. */
  readonly maxSocketsPerId: number
  /** Sockets from one client address on one endpoint; one more is refused with 429. */
  readonly maxSocketsPerAddress: number
  /** Sockets on one endpoint; one more is refused with 503. */
  readonly maxSockets: number
  /** Unsent bytes a socket may hold. Over it for `slowConsumerMs`, or over four times it at once: 1013. */
  readonly maxQueuedBytes: number
  readonly slowConsumerMs: number
  /** How long a long-poll GET hangs and a POST waits. A session without a GET for 1.5 times that is over. */
  readonly longPollWindowMs: number
  /** Longest long-poll POST body; over it HTTP 413. */
  readonly longPollBodyBytes: number
  /** Lines of a long-poll POST that are read; the rest is ignored. */
  readonly longPollLines: number
  /** Long-poll session tokens older than this are dead. */
  readonly sessionTokenMaxAgeMs: number
  /** A long-poll session token of another node is answered this late, so that a lost client can't spin. */
  readonly foreignTokenWaitMs: number
  /** How long a closing handshake may take before the connection is cut. */
  readonly closeHandshakeMs: number
  /** How often idle, slow and silent sockets are looked for. */
  readonly sweepMs: number
}

/** The limits that hold where the options name no other. */
export const defaultLimits: Limits = {
  maxFrameBytes: 8 * 1024,
  maxMessages: 100,
  rateWindowMs: 20_000,
  idleMs: 90_000,
  joinWithinMs: Infinity,
  maxChannelsPerSocket: 100,
  maxSocketsPerId: 20,
  maxSocketsPerAddress: Infinity,
  maxSockets: Infinity,
  maxQueuedBytes: 256 * 1024,
  slowConsumerMs: 10_000,
  longPollWindowMs: 10_000,
  longPollBodyBytes: 64 * 1024,
  longPollLines: 100,
  sessionTokenMaxAgeMs: 1_209_600_000,
  foreignTokenWaitMs: 1_000,
  closeHandshakeMs: 5_000,
  sweepMs: 1_000,
}
