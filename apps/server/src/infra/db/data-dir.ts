import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createPgliteDir } from './start-pglite.ts'

/** Paths in a data directory. */
export interface DataDir {
  path: string
  /** The database. */
  pg: string
  /** A finished restore that has not been renamed to `pg` yet. */
  restored: string
}

/** The paths in the data directory at `path`. With `create` it is created if missing, readable by its owner only. */
export function dataDirAt(path: string, { create }: { create: boolean } = { create: false }): DataDir {
  const absolute = resolve(path)
  if (create) mkdirSync(absolute, { recursive: true, mode: 0o700 })
  return { path: absolute, pg: join(absolute, 'pg'), restored: join(absolute, 'pg.restored') }
}

/**
 * Creates the database if there is none, under a temporary name that is renamed at the end, so that a first start that
 * was killed starts over. The caller must hold the lock. Returns true if a database was created.
 */
export async function ensurePgliteDir(dataDir: DataDir, token: string): Promise<boolean> {
  // Finishes a restore that was killed between its last two renames.
  if (!existsSync(dataDir.pg) && existsSync(dataDir.restored)) renameSync(dataDir.restored, dataDir.pg)
  removeLeftovers(dataDir)
  if (existsSync(dataDir.pg)) return false
  const fresh = join(dataDir.path, `pg.new-${token}`)
  await createPgliteDir(fresh)
  renameSync(fresh, dataDir.pg)
  return true
}

/**
 * Replaces `pg` with the directory `fresh`. Returns the path where the old database is kept, or null if there was none.
 * If killed at any point, the next start finds either the old database or the new one. The caller must hold the lock.
 */
export function replacePgliteDir(dataDir: DataDir, fresh: string): string | null {
  rmSync(dataDir.restored, { recursive: true, force: true })
  renameSync(fresh, dataDir.restored)
  const kept = existsSync(dataDir.pg) ? nextKeptPath(dataDir) : null
  if (kept) renameSync(dataDir.pg, kept)
  renameSync(dataDir.restored, dataDir.pg)
  return kept
}

function nextKeptPath(dataDir: DataDir): string {
  for (let n = 1; ; n += 1) {
    const path = join(dataDir.path, `pg.before-restore-${n}`)
    if (!existsSync(path)) return path
  }
}

function removeLeftovers(dataDir: DataDir): void {
  for (const name of readdirSync(dataDir.path)) {
    if (name.startsWith('pg.new-') || name === 'pg.restored') {
      rmSync(join(dataDir.path, name), { recursive: true, force: true, maxRetries: 3 })
    }
  }
}
