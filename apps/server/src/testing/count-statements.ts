import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '../infra/db/database.ts'

interface CountedDatabase {
  database: Database
  /** The first table that each statement of `work` names. Statements of background tasks are left out. */
  tablesOf: (work: () => Promise<unknown>) => Promise<string[]>
}

/** A database that records the statements of a piece of work. */
export function countStatements(database: Database): CountedDatabase {
  const current = new AsyncLocalStorage<string[]>()
  const built = new WeakSet<object>()
  const counting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      built.add(queryId)
      const text = JSON.stringify(node)
      const named = text.match(/"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/)
      const written = text.match(/\b(?:update|into|from) (?!jsonb?_)(\w+)/)
      current.getStore()?.push(named?.[1] ?? written?.[1] ?? node.kind)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      // A precompiled statement is not transformed again.
      if (!built.has(queryId)) current.getStore()?.push('precompiled')
      return result
    },
  }
  return {
    database: { ...database, db: database.db.withPlugin(counting) },
    async tablesOf(work) {
      const tables: string[] = []
      await current.run(tables, work)
      return tables
    },
  }
}
