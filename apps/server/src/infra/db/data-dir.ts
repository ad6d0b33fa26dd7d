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

/** The places within the folder, which is made if it isn't there; nobody else may look into it. */
export function openDataDir(path: string): DataDir {
  const whole = resolve(path)
  mkdirSync(whole, { recursive: true, mode: 0o700 })
  return { path: whole, pg: join(whole, 'pg'), restored: join(whole, 'pg.restored') }
}

/**
 * Makes the database if there is none yet. It grows under another name and is renamed once it is whole, so a first
 * start that was killed begins anew. Only for the holder of the lock. True when a database was made.
 */
export async function ensurePgliteFolder(dataDir: DataDir, token: string): Promise<boolean> {
  // A restore that was killed between its two renames: what it took away stands beside, what it made is whole.
  if (!existsSync(dataDir.pg) && existsSync(dataDir.restored)) renameSync(dataDir.restored, dataDir.pg)
  removeLeftovers(dataDir)
  if (existsSync(dataDir.pg)) return false
  const fresh = join(dataDir.path, `pg.new-${token}`)
  await makePgliteFolder(fresh)
  renameSync(fresh, dataDir.pg)
  return true
}

function removeLeftovers(dataDir: DataDir): void {
  for (const name of readdirSync(dataDir.path)) {
    if (name.startsWith('pg.new-') || name === 'pg.restored') {
      rmSync(join(dataDir.path, name), { recursive: true, force: true, maxRetries: 3 })
    }
  }
}
