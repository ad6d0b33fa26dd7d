import { expect } from 'vitest'
import type { Database } from '../infra/db/database.ts'
import { countWaitingForLocks } from './database.ts'

/**
 * Makes calls queue for a locked game in this order, then unlocks it. On the embedded database they wait for its only
 * connection instead, so their order is not certain.
 */
export async function queueForGame<Result>(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  id: string,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const answers: Promise<Result>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('game').select('id').where('id', '=', id).forUpdate().execute()
    for (const call of calls) {
      answers.push(call())
      if (kind === 'postgres') await expect.poll(() => countWaitingForLocks(db)).toBe(answers.length)
    }
  })
  return Promise.all(answers)
}
