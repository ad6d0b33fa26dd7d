import type { QuestionId } from '@quizmaster/contract/ids'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../infra/db/tables.ts'
import { buildApp, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { createVisitorAnswers } from './visitor-answers.ts'

describe.each(databaseKinds())('counts of visitors on %s', (kind) => {
  let app: TestApp
  let question: QuestionId
  beforeAll(async () => {
    app = await buildApp({ kind })
    const row = await app.database.db.selectFrom('question').select('id').executeTakeFirstOrThrow()
    question = row.id as QuestionId
  })
  afterAll(() => app.close())

  /** The database with statements that fail while `isDown`. */
  function failingDatabase(): { db: Kysely<Tables>; fault: { isDown: boolean } } {
    const fault = { isDown: false }
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        if (fault.isDown) throw new Error('the database is down')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return { db: app.database.db.withPlugin(plugin), fault }
  }

  test('they are kept when they could not be stored, and stored with what is counted meanwhile', async () => {
    const { db, fault } = failingDatabase()
    const answers = createVisitorAnswers(db)
    answers.count(question, true)
    fault.isDown = true
    await expect(answers.store()).rejects.toThrow('the database is down')
    answers.count(question, false)
    await expect(answers.store()).rejects.toThrow('the database is down')
    fault.isDown = false
    await answers.store()
    await answers.store()
    const stored = await app.database.db.selectFrom('visitor_answer_count').selectAll().execute()
    expect(stored).toEqual([{ question_id: question, answer_count: 2, right_count: 1 }])
  })
})
