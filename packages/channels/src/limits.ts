/** Resource limits. `Infinity` disables a limit. */
export type Limits = {
  /** Longest client message. A longer one closes the socket with 1009. */
  readonly maxFrameBytes: number
  /**
   * Messages of a socket in `rateWindowMs`, and messages to channels of all sockets with the same id on an endpoint.
   * One more closes the socket it came on with 1008.
   */
  readonly maxMessages: number
  readonly rateWindowMs: number
  /** A WebSocket that sends nothing for this long is closed with 1002. */
  readonly idleMs: number
  /** A socket that has joined no channel this long after connecting is closed with 1008. */
  readonly joinWithinMs: number
  readonly maxChannelsPerSocket: number
  /** Sockets per id and endpoint. One more is refused with 429. */
  readonly maxSocketsPerId: number
  /** Sockets per client address and endpoint. One more is refused with 429. */
  readonly maxSocketsPerAddress: number
  /** The same for the wider network that `networkOf` names. */
  readonly maxSocketsPerNetwork: number
  /** Sockets per endpoint. One more is refused with 503. */
  readonly maxSockets: number
  /** Unsent bytes per socket. More for `slowConsumerMs`, or four times as many at any time, closes it with 1013. */
  readonly maxQueuedBytes: number
  readonly slowConsumerMs: number
  /** How long a long-poll GET or POST waits. A session without a GET for 1.5 times this long ends. */
  readonly longPollWindowMs: number
  /** Longest long-poll POST body. A longer one is answered with HTTP 413. */
  readonly longPollBodyBytes: number
  /** Lines of a long-poll POST that are processed; the rest are ignored. */
  readonly longPollLines: number
  /** Long-poll session tokens older than this are invalid. */
  readonly sessionTokenMaxAgeMs: number
  /** Delay before answering a request with another node's token, so that its client doesn't retry in a loop. */
  readonly foreignTokenWaitMs: number
  /** How long the closing handshake may take before the connection is destroyed. */
  readonly closeHandshakeMs: number
  /** Interval of the check for idle and slow sockets. */
  readonly sweepMs: number
}

/** The default limits. */
export const defaultLimits: Limits = {
  maxFrameBytes: 8 * 1024,
  maxMessages: 100,
  rateWindowMs: 20_000,
  idleMs: 90_000,
  joinWithinMs: Infinity,
  maxChannelsPerSocket: 100,
  maxSocketsPerId: 20,
  maxSocketsPerAddress: Infinity,
  maxSocketsPerNetwork: Infinity,
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
