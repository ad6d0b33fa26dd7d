import { createHash } from 'node:crypto'

/** Every name costs memory on each connection: texts built with a list of values must not add up without end. */
const MAX_NAMED = 500

/** The names under which texts of queries are prepared, the same on all connections of a database. */
export class StatementNames {
  readonly #names = new Map<string, string | null>()

  /** A name that stays the same for this text, or null when it is to be sent without one. */
  nameOf(sql: string): string | null {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (this.#names.size >= MAX_NAMED || !/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) return null
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
    this.#names.set(sql, name)
    return name
  }

  /** From now on this text goes without a name. */
  forget(sql: string): void {
    this.#names.set(sql, null)
  }
}
