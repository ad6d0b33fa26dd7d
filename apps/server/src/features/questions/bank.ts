import type { Topic } from '@quizmaster/contract/http/gameplay'
import type { QuestionId, TopicId } from '@quizmaster/contract/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'

const CHECK_EVERY_MS = 2_000

/** What is in circulation: topics that have questions, and which questions they have. Texts stay in the database. */
export interface BankSnapshot {
  readonly version: number
  readonly topics: readonly Topic[]
  readonly questionIds: readonly QuestionId[]
  readonly questionIdsByTopic: ReadonlyMap<TopicId, readonly QuestionId[]>
}

export interface Bank {
  /** The bank as it stands; a change by another process is seen within 2 s. */
  current(): Promise<BankSnapshot>
  /** Call it once a change by this process is committed: the next `current` sees it. */
  forget(): void
}

/** Tells the other processes that other questions are in circulation; last in a transaction, for all wait here. */
export async function noteBankChange(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable('bank_version')
    .set({ version: sql`version + 1` })
    .execute()
}

/** Keeps the ids of the bank in memory, so that a draw among 50,000 questions costs the database one look-up by id. */
export function createBank({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Bank {
  let snapshot: BankSnapshot | null = null
  let checkedAt = -Infinity
  let checking: Promise<BankSnapshot> | null = null
  let changesForgotten = 0

  async function check(): Promise<BankSnapshot> {
    const changesBefore = changesForgotten
    const { version } = await db.selectFrom('bank_version').select('version').executeTakeFirstOrThrow()
    const found = snapshot?.version === version ? snapshot : await loadSnapshot(db, version)
    // A check that a change overtook may have missed it: its callers asked before, nobody after is given it.
    if (changesForgotten === changesBefore) {
      snapshot = found
      checkedAt = clock.now()
    }
    return found
  }

  function startCheck(): Promise<BankSnapshot> {
    const started = check().finally(() => {
      if (checking === started) checking = null
    })
    return started
  }

  return {
    async current() {
      if (snapshot && clock.now() - checkedAt < CHECK_EVERY_MS) return snapshot
      checking ??= startCheck()
      return checking
    },
    forget() {
      changesForgotten += 1
      checkedAt = -Infinity
      checking = null
    },
  }
}

async function loadSnapshot(db: Kysely<Tables>, version: number): Promise<BankSnapshot> {
  const rows = await db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .select(['question.id', 'question.topic_id', 'topic.text'])
    .where('question.is_active', '=', true)
    .where('topic.is_active', '=', true)
    .orderBy('topic.text')
    .orderBy('question.id')
    .execute()
  const topics = new Map<TopicId, Topic>()
  const questionIdsByTopic = new Map<TopicId, QuestionId[]>()
  for (const row of rows) {
    const topicId = row.topic_id as TopicId
    const ids = questionIdsByTopic.get(topicId) ?? []
    ids.push(row.id as QuestionId)
    questionIdsByTopic.set(topicId, ids)
    topics.set(topicId, { id: topicId, text: row.text })
  }
  return {
    version,
    topics: [...topics.values()],
    questionIds: rows.map((row) => row.id as QuestionId),
    questionIdsByTopic,
  }
}
