import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makePgliteFolder } from './pglite-child.ts'

/** Where the parts of a data folder lie. */
export interface DataDir {
  path: string
  /** The database itself. */
  pg: string
  /** A finished restore that has not yet taken the place of `pg`. */
  restored: string
}

/** The places within the folder; with `make` it is made if it isn't there, for its owner's eyes only. */
export function dataDirAt(path: string, { make }: { make: boolean } = { make: false }): DataDir {
  const whole = resolve(path)
  if (make) mkdirSync(whole, { recursive: true, mode: 0o700 })
  return { path: whole, pg: join(whole, 'pg'), restored: join(whole, 'pg.restored') }
}

/**
 * Makes the database if there is none yet. It grows under another name and is renamed once it is whole, so a first
 * start that was killed begins anew. Only for the holder of the lock. True when a database was made.
 */
export async function ensurePgliteFolder(dataDir: DataDir, token: string): Promise<boolean> {
  // A restore that was killed between its last two renames: what it puts in place is whole.
  if (!existsSync(dataDir.pg) && existsSync(dataDir.restored)) renameSync(dataDir.restored, dataDir.pg)
  removeLeftovers(dataDir)
  if (existsSync(dataDir.pg)) return false
  const fresh = join(dataDir.path, `pg.new-${token}`)
  await makePgliteFolder(fresh)
  renameSync(fresh, dataDir.pg)
  return true
}

/**
 * Puts the whole new folder `fresh` in the place of `pg`. Returns where the old one is kept now, null when there was
 * none. Killed at any point, the next start finds the old database or the new one. Only for the holder of the lock.
 */
export function replacePgliteFolder(dataDir: DataDir, fresh: string): string | null {
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
