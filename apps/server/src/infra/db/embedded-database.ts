import { Kysely } from 'kysely'
import { serveControl } from './control-socket.ts'
import { dataDirAt, ensurePgliteFolder } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { EmbeddedDatabase } from './database.ts'
import { newEmbeddedDialect } from './embedded-dialect.ts'
import { keepTidy } from './embedded-upkeep.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { PgliteClient } from './pglite-client.ts'
import type { Tables } from './tables.ts'
import { withinMs } from './within.ts'

const IDLE_IN_TRANSACTION_MS = 10_000
const PING_TIMEOUT_MS = 2000

/**
 * Opens `dataDir`/pg, made and migrated first where that is needed, for this process alone.
 * @throws DataDirInUseError, MigrationError
 */
export async function openEmbedded(path: string, log: Log): Promise<EmbeddedDatabase> {
  const dataDir = dataDirAt(path, { make: true })
  const lock = await lockDataDir(dataDir.path)
  try {
    const isNew = await ensurePgliteFolder(dataDir, lock.token)
    if (isNew) log.info({ path: dataDir.pg }, 'embedded database made')
    const client = await openClient(dataDir.pg, null, log)
    await migrateOrClose(client, log)
    const endUpkeep = keepTidy(client, log)
    const control = serveControl(dataDir.path, lock.token, () => dumpClient(client), log)
    log.info(
      { path: dataDir.pg },
      'embedded database open: safe against a crash of the program, not against power loss',
    )
    return newEmbeddedDatabase(client, {
      onClosing: () => {
        endUpkeep()
        control.close()
      },
      onClosed: () => lock.release(),
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A database in memory that begins as the given dump of a migrated one. Made for tests: a fresh one in a moment. */
export async function openInMemory(tarball: Uint8Array, log: Log): Promise<EmbeddedDatabase> {
  return newEmbeddedDatabase(await openClient(null, tarball, log))
}

/** The thread of one database, not migrated; `dataDir` must be locked by the caller. */
export function openClient(dataDir: string | null, tarball: Uint8Array | null, log: Log): Promise<PgliteClient> {
  return PgliteClient.open({ dataDir, tarball, idleInTransactionMs: IDLE_IN_TRANSACTION_MS }, log)
}

/** A dump of the whole database, after what was asked before it; everybody else waits, a second or so. */
export async function dumpClient(client: PgliteClient): Promise<Uint8Array> {
  const { dump } = await client.call({ kind: 'dump', connectionId: client.newConnectionId() })
  if (!dump) throw new Error('the embedded database gave no dump')
  return dump
}

async function migrateOrClose(client: PgliteClient, log: Log): Promise<void> {
  try {
    await migrateClient(client, log)
  } catch (error) {
    // Or the thread would go on in a folder that is no longer locked.
    await client.close()
    throw error
  }
}

async function migrateClient(client: PgliteClient, log: Log): Promise<void> {
  const connectionId = client.newConnectionId()
  const session = {
    exec: async (sql: string) => {
      if (sql === 'begin' || sql === 'commit' || sql === 'rollback') await client.call({ kind: sql, connectionId })
      else await client.call({ kind: 'exec', connectionId, sql })
    },
    query: async (sql: string, params: readonly unknown[] = []) =>
      (await client.call({ kind: 'query', connectionId, sql, params })).rows,
  }
  const names = await migrate(session, readMigrations(), Date.now())
  if (names.length > 0) log.info({ names }, 'migrations applied')
}

interface CloseHooks {
  onClosing?: () => void
  onClosed?: () => void
}

function newEmbeddedDatabase(client: PgliteClient, hooks: CloseHooks = {}): EmbeddedDatabase {
  const db = new Kysely<Tables>({ dialect: newEmbeddedDialect(client) })
  return {
    kind: 'embedded',
    db,
    ping: async () => {
      const query = client.call({ kind: 'query', connectionId: client.newConnectionId(), sql: 'select 1', params: [] })
      await withinMs(query, PING_TIMEOUT_MS, 'the embedded database does not answer')
    },
    dump: () => dumpClient(client),
    close: async () => {
      hooks.onClosing?.()
      await db.destroy()
      await client.close()
      hooks.onClosed?.()
    },
  }
}
