import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** One file of `migrations/`: its name without `.sql`, its text and the checksum that is recorded once it ran. */
export interface Migration {
  name: string
  sql: string
  checksum: string
}

// From source this module lies in infra/db; in the bundle everything lies flat beside a copy of migrations/.
const MIGRATIONS_DIR = new URL(import.meta.url.endsWith('.ts') ? '../../migrations/' : './migrations/', import.meta.url)

/** The migrations of this program, in the order in which they are applied. */
export function readMigrations(): Migration[] {
  const names = readdirSync(MIGRATIONS_DIR)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .toSorted()
  return names.map((file) => newMigration(file.slice(0, -4), readFileSync(new URL(file, MIGRATIONS_DIR), 'utf8')))
}

/** A migration made of a text, with its checksum. */
export function newMigration(name: string, text: string): Migration {
  // A checkout that turned line ends into CRLF is the same migration.
  const sql = text.replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** One checksum for all of them: changes when any migration is added or edited. */
export function checksumOf(migrations: readonly Migration[]): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex')
}
