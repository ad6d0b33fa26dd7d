import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './transaction.ts'

/** A placeholder among a statement's parameters for a value that each execution supplies. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is compiled once, by its first execution. For the hot path: the query builder takes tens of
 * microseconds for a long statement, each time.
 *
 * @param build builds the statement; `value(name)` marks where the value of that name goes
 * @returns a function that executes the statement with the given values and resolves with its rows
 */
export function precompiled<Values extends object, Row>(
  build: (value: (name: keyof Values & string) => RawBuilder<unknown>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery | null = null
  return async (db, values) => {
    compiled ??= build((name) => sql`${new Placeholder(name)}`).compile(db)
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof Values] : each,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
