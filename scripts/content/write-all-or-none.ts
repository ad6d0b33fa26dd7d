import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes files so that all of them hold their new text, or all the old: first beside their places, then by renaming; if
 * one can't be renamed, those before it are put back. A process killed between two renames leaves whole files only.
 * @param texts by path
 */
export async function writeAllOrNone(texts: ReadonlyMap<string, string>): Promise<void> {
  const moved: { path: string; wasThere: boolean }[] = []
  try {
    for (const [path, text] of texts) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, text)
    }
    for (const path of texts.keys()) {
      const wasThere = await keepOld(path)
      await rename(`${path}.new`, path)
      moved.push({ path, wasThere })
    }
  } catch (error) {
    for (const { path, wasThere } of moved) await (wasThere ? rename(`${path}.old`, path) : rm(path))
    throw error
  } finally {
    for (const path of texts.keys()) {
      await rm(`${path}.new`, { force: true })
      await rm(`${path}.old`, { force: true })
    }
  }
}

async function keepOld(path: string): Promise<boolean> {
  try {
    await copyFile(path, `${path}.old`)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
