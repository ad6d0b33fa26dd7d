import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PoolSockets } from './pool-sockets.ts'
import { withinMs } from './within.ts'

/** Two such waits and a second between two looks: an outage is known within 5 s. */
const ANSWER_WITHIN_MS = 1_500

/** How a database server stands to this process. One that refuses, or is starting, says so; `silent` is no word at all. */
export type Standing = 'answers' | 'refuses' | 'silent'

interface StandingDeps {
  pool: Pool
  sockets: PoolSockets
  /** Connects anew, beside the pool. */
  connectAnew: () => Promise<void>
}

/**
 * Looks how the server stands: on a connection of the pool, and where nothing comes back on a new one, since the pool
 * may just be busy. Where the server is silent, or the old connection is while a new one is not, all of the pool's are
 * cut: the network has forgotten them, and what waits on them would wait for ever.
 */
export async function findStanding({ pool, sockets, connectAnew }: StandingDeps): Promise<Standing> {
  let isAsked = false
  const askPool = async () => {
    const client = await pool.connect()
    isAsked = true
    try {
      await client.query('select 1')
    } finally {
      client.release()
    }
  }
  const asking = watchAnswer(askPool())
  const standing = await asking.wait()
  if (standing !== 'silent') return standing
  const standingAnew = await watchAnswer(connectAnew()).wait()
  if (standingAnew === 'silent' || (isAsked && asking.standing() === 'silent')) await sockets.cutAll()
  return standingAnew
}

function watchAnswer(asked: Promise<void>) {
  let standing: Standing = 'silent'
  const settled = asked.then(
    () => void (standing = 'answers'),
    () => void (standing = 'refuses'),
  )
  return {
    standing: () => standing,
    async wait(): Promise<Standing> {
      await withinMs(settled, ANSWER_WITHIN_MS, 'no answer').catch(() => undefined)
      // What came while this process was busy is an answer too.
      if (standing === 'silent') await nextTurn()
      return standing
    },
  }
}

/** Calls `onSilence` once each time the server falls silent; what it says meanwhile without answering changes nothing. */
export function createSilenceWatch(find: () => Promise<Standing>, onSilence: () => void): () => Promise<boolean> {
  let isSilent = false
  return async () => {
    const standing = await find()
    if (standing === 'silent' && !isSilent) onSilence()
    if (standing !== 'refuses') isSilent = standing === 'silent'
    return false
  }
}
