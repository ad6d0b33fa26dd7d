import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pTimeout from 'p-timeout'
import type { Pool } from 'pg'

/** `refuses`: the server is reachable but rejects queries or connections, as it does while it restarts. */
export type DatabaseHealth = 'answers' | 'refuses' | 'silent'

/** The TCP sockets of a connection pool. Kept because the driver itself never gives up on one that has gone silent. */
export interface PoolSockets {
  /** A new socket for the driver to connect. */
  open(): Socket
  /** Destroys all sockets: pending queries are rejected and the pool reconnects. */
  destroyAll(): Promise<void>
}

export function createPoolSockets(): PoolSockets {
  const sockets = new Set<Socket>()
  return {
    open() {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
    async destroyAll() {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())))
    },
  }
}

interface HealthCheckDeps {
  pool: Pool
  sockets: PoolSockets
  /** Opens and closes a connection outside the pool. */
  probeConnection: () => Promise<void>
  /** How long each of the two checks may take. */
  answerWithinMs: number
}

/**
 * Checks a pooled connection first, then a new one, since the pool may just be busy. If the server is silent, or only
 * the pooled connection is, all pooled connections are destroyed: the network has dropped them without closing them,
 * and queries would wait on them for minutes.
 */
export async function checkHealth({
  pool,
  sockets,
  probeConnection,
  answerWithinMs,
}: HealthCheckDeps): Promise<DatabaseHealth> {
  let isSent = false
  const queryPool = async () => {
    const client = await pool.connect()
    isSent = true
    try {
      await client.query('select 1')
    } finally {
      client.release()
    }
  }
  const pooled = watch(queryPool(), answerWithinMs)
  const health = await pooled.wait()
  if (health !== 'silent') return health
  const fresh = await watch(probeConnection(), answerWithinMs).wait()
  if (fresh === 'silent' || (isSent && pooled.current() === 'silent')) await sockets.destroyAll()
  return fresh
}

function watch(query: Promise<void>, answerWithinMs: number) {
  let health: DatabaseHealth = 'silent'
  const settled = query.then(
    () => void (health = 'answers'),
    () => void (health = 'refuses'),
  )
  return {
    current: () => health,
    async wait(): Promise<DatabaseHealth> {
      await pTimeout(settled, { milliseconds: answerWithinMs, fallback: () => undefined })
      // If this process was too busy to read the answer in time, it is read in the next turn of the event loop.
      if (health === 'silent') await nextTurn()
      return health
    },
  }
}

/**
 * A background task that calls `onSilence` once for each outage in which the server does not answer at all. A server
 * that starts to refuse in between is still in the same outage.
 */
export function createLivenessCheck(
  check: () => Promise<DatabaseHealth>,
  onSilence: () => void,
): () => Promise<boolean> {
  let isSilent = false
  return async () => {
    const health = await check()
    if (health === 'silent' && !isSilent) onSilence()
    if (health !== 'refuses') isSilent = health === 'silent'
    return false
  }
}
