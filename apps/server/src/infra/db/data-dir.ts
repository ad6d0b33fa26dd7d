import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createPgliteDir } from './start-pglite.ts'
import { syncDirectory } from '../sync-to-disk.ts'

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
  if (create) createFolder(absolute)
  return { path: absolute, pg: join(absolute, 'pg'), restored: join(absolute, 'pg.restored') }
}

/**
 * Creates the database if there is none, under a temporary name that is changed at the end, so that the start after a
 * killed first one begins again. The caller must hold the lock. Returns true if a database was created.
 */
export async function ensurePgliteDir(
  dataDir: DataDir,
  token: string,
  create: (path: string) => Promise<void> = createPgliteDir,
): Promise<boolean> {
  // Finishes a restore that was killed between its last two renames.
  if (!existsSync(dataDir.pg) && existsSync(dataDir.restored)) moveDir(dataDir.restored, dataDir.pg)
  removeLeftovers(dataDir)
  if (existsSync(dataDir.pg)) {
    // The process that renamed it may have been killed before its own sync.
    syncDirectory(dataDir.path)
    return false
  }
  const fresh = join(dataDir.path, `pg.new-${token}`)
  await create(fresh)
  moveDir(fresh, dataDir.pg)
  return true
}

/**
 * Replaces `pg` with the directory `fresh`. Returns the path where the old database is kept, or null if there was none.
 * If killed at any point, or after a power cut, the next start finds either the old database or the new one. The caller
 * must hold the lock.
 */
export function replacePgliteDir(dataDir: DataDir, fresh: string): string | null {
  rmSync(dataDir.restored, { recursive: true, force: true })
  moveDir(fresh, dataDir.restored)
  const kept = existsSync(dataDir.pg) ? nextKeptPath(dataDir) : null
  if (kept) moveDir(dataDir.pg, kept)
  moveDir(dataDir.restored, dataDir.pg)
  return kept
}

/** Renames a folder and syncs its parent, so that on disk too the rename comes before later changes. */
function moveDir(from: string, to: string): void {
  renameSync(from, to)
  syncDirectory(dirname(to))
}

function createFolder(path: string): void {
  const topmost = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (topmost === undefined) return
  for (let folder = path; folder.length >= topmost.length; folder = dirname(folder)) syncDirectory(dirname(folder))
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
