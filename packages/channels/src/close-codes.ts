/**
 * Why the server ends a socket, as WebSocket close codes. A long-poll session that ends for one of these reasons
 * answers its next request with 410. 1000 is missing on purpose: older clients don't come back after it.
 */
export const closeCodes = {
  kicked: 1001,
  idle: 1002,
  binaryRefused: 1003,
  policy: 1008,
  tooBig: 1009,
  malformed: 1011,
  restarting: 1012,
  tooSlow: 1013,
} as const

/** One of the codes that this server closes with. */
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]
