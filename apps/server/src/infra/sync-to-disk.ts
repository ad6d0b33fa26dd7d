import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Errors on systems and file systems that can't sync a folder. PostgreSQL ignores them too. */
const CANNOT_SYNC = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'])
const FILES_AT_ONCE = 8

/** Writes the names in the folder `path` to disk: without it, a power cut may undo a rename or lose a new file. */
export function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && CANNOT_SYNC.has(String(error.code)))) throw error
  }
}

/** Writes the folder `path` to disk with everything in it, except its own name in its parent. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const worker = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const handle = await open(file, 'r+')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker))
  for (const entry of entries) if (entry.isDirectory()) syncDirectory(join(entry.parentPath, entry.name))
  syncDirectory(path)
}
