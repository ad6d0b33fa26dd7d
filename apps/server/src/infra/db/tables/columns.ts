import type { ColumnType } from 'kysely'

/**
 * A jsonb column: read as a value, written as JSON text. The value itself must not be passed to the PostgreSQL driver,
 * which would encode an array as a PostgreSQL array.
 */
export type Json<Value> = ColumnType<Value, string, string>

/** A bytea column: written as a Buffer, read as a Uint8Array (a Buffer on PostgreSQL). Compare with Buffer.compare. */
export type Bytes = Uint8Array
