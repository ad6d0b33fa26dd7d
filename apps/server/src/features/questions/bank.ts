import type { ListedTopic } from '@quizmaster/contract/http/gameplay'
import type { QuestionId, TopicId } from '@quizmaster/contract/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'

const CHECK_EVERY_MS = 2_000

/** A topic in circulation, with synonyms by which a search finds it, too. */
export interface BankTopic extends ListedTopic {
  readonly synonyms: readonly string[]
}

/** The topics and questions in circulation, as ids; question texts stay in the database. */
export interface BankSnapshot {
  readonly version: number
  readonly topics: readonly BankTopic[]
  readonly questionIds: readonly QuestionId[]
  readonly questionIdsByTopic: ReadonlyMap<TopicId, readonly QuestionId[]>
}

export interface Bank {
  /** The current bank. A change by another process is seen within 2 s. */
  current(): Promise<BankSnapshot>
  /** Makes the next `current` load again. Call it once a change by this process is committed. */
  forget(): void
}

/**
 * Tells other processes that the questions in circulation have changed. Call it last in a transaction: it locks the one
 * row that all changes update.
 */
export async function recordBankChange(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable('bank_version')
    .set({ version: sql`version + 1` })
    .execute()
}

/** Keeps the bank's ids in memory, so that a draw from 50,000 questions costs the database one lookup by id. */
export function createBank({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Bank {
  let snapshot: BankSnapshot | null = null
  let checkedAt = -Infinity
  let checking: Promise<BankSnapshot> | null = null
  let forgetCount = 0

  async function check(): Promise<BankSnapshot> {
    const countBefore = forgetCount
    const { version } = await db.selectFrom('bank_version').select('version').executeTakeFirstOrThrow()
    const found = snapshot?.version === version ? snapshot : await loadSnapshot(db, version)
    // A change during this check may be missing from the result, so only callers from before the change get it.
    if (forgetCount === countBefore) {
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
      forgetCount += 1
      checkedAt = -Infinity
      checking = null
    },
  }
}

async function loadSnapshot(db: Kysely<Tables>, version: number): Promise<BankSnapshot> {
  const rows = await db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .select(['question.id', 'question.topic_id', 'topic.text', 'topic.group_name', 'topic.synonyms'])
    .where('question.is_active', '=', true)
    .where('topic.is_active', '=', true)
    .orderBy('topic.text')
    .orderBy('question.id')
    .execute()
  const topics = new Map<TopicId, BankTopic>()
  const questionIdsByTopic = new Map<TopicId, QuestionId[]>()
  for (const row of rows) {
    const topicId = row.topic_id as TopicId
    const ids = questionIdsByTopic.get(topicId) ?? []
    ids.push(row.id as QuestionId)
    questionIdsByTopic.set(topicId, ids)
    topics.set(topicId, { id: topicId, text: row.text, group: row.group_name, synonyms: row.synonyms })
  }
  return {
    version,
    topics: [...topics.values()],
    questionIds: rows.map((row) => row.id as QuestionId),
    questionIdsByTopic,
  }
}
