import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Stands in a statement's parameters for a value that each execution brings. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose text is compiled by its first execution only. For statements of the hot path: the query builder takes
 * tens of microseconds for a long text, each time.
 *
 * @param build writes the statement; `value(name)` is where the value of that name goes
 * @returns executes the statement with these values, and resolves to its rows
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
