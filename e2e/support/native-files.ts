/** The part of a device that keeps the app's files. */
export interface FileStorage {
  readonly platform: 'android' | 'ios'
  /** By their path in the cache directory. */
  readonly cachedFiles: Map<string, Buffer>
  readonly isStorageFull: boolean
}

const CACHE_URI = {
  android: 'file:///data/user/0/app.quizmaster/cache/',
  ios: 'file:///var/mobile/Containers/Data/Application/22A433FD-D82D-4989-8BE6-9FC49DEA20BB/Library/Caches/',
}

/** What `@capacitor/filesystem` gives for a call that concerns the cache directory; an error if it refuses. */
export function runFilesystem(
  name: 'Filesystem.rmdir' | 'Filesystem.writeFile',
  options: Record<string, unknown>,
  { platform, cachedFiles, isStorageFull }: FileStorage,
): object | undefined | Error {
  const { path, directory, data } = options
  if (typeof path !== 'string' || directory !== 'CACHE') throw new Error('the device has the cache directory only')
  const uri = CACHE_URI[platform] + path
  const folder = `${name === 'Filesystem.rmdir' ? path : path.replace(/\/?[^/]*$/, '')}/`
  const inFolder = [...cachedFiles.keys()].filter((key) => key.startsWith(folder))
  if (name === 'Filesystem.rmdir') {
    if (inFolder.length === 0) return new Error(`'rmdir' failed because file at '${uri}' does not exist.`)
    if (options['recursive'] !== true) {
      return new Error('Cannot delete directory with children; received recursive=false but directory has contents.')
    }
    for (const key of inFolder) cachedFiles.delete(key)
    return undefined
  }
  // Without an encoding, the data are base64.
  const content = Buffer.from(String(data), 'base64')
  if (content.toString('base64') !== data || 'encoding' in options) {
    return new Error("The 'writeFile' input parameters aren't valid.")
  }
  if (inFolder.length === 0 && options['recursive'] !== true) {
    return new Error(
      'Missing parent directory – possibly recursive=false was passed or parent directory creation failed.',
    )
  }
  if (isStorageFull) return new Error("'writeFile' failed with: write failed: ENOSPC (No space left on device)")
  cachedFiles.set(path, content)
  return { uri }
}
