import { Directory, Filesystem } from '@capacitor/filesystem'
import { Share } from '@capacitor/share'
import { logDebug } from '../log.ts'
import type { Shared } from '../native.ts'

/** A folder in the cache directory, the only one from which Android lets other apps read shared files. */
const FOLDER = 'shared'

/**
 * Opens the system's share sheet. Resolves when it is closed, whether or not anything was sent; rejects if it can't be
 * opened.
 */
export async function share({ title, text, url, picture }: Shared): Promise<void> {
  const file = picture ? await writePicture(picture) : null
  try {
    await Share.share({ title, text, url, dialogTitle: title, ...(file === null ? {} : { files: [file] }) })
  } catch (error) {
    // The plugin also rejects if the user closes the sheet.
    if (!(error instanceof Error && error.message === 'Share canceled')) throw error
    logDebug('nothing_shared', { err: error })
  }
}

/**
 * Writes a picture to the cache directory and removes the previous one. The file stays until the next picture is
 * shared, because the receiving app may read it after the sheet has closed. Returns its `file:` URL; null if it can't
 * be written, for example because the storage is full.
 */
async function writePicture(picture: File): Promise<string | null> {
  try {
    await removeLastPicture()
    const path = `${FOLDER}/${picture.name}`
    const data = await base64Of(picture)
    const { uri } = await Filesystem.writeFile({ path, data, directory: Directory.Cache, recursive: true })
    return uri
  } catch (error) {
    logDebug('picture_not_written', { err: error })
    return null
  }
}

async function removeLastPicture(): Promise<void> {
  try {
    await Filesystem.rmdir({ path: FOLDER, directory: Directory.Cache, recursive: true })
  } catch (error) {
    // The folder does not exist before the first picture.
    logDebug('earlier_picture_not_removed', { err: error })
  }
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}
