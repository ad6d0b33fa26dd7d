/** A file or folder while it was recorded, whatever its names. */
export type Inode = FileInode | FolderInode

export interface FileInode {
  kind: 'file'
  /** The file that holds what was in it when the recording began; null for a new file. */
  origin: string | null
}

export interface FolderInode {
  kind: 'folder'
  /** The names in it when the recording began. */
  origin: ReadonlyMap<string, Inode>
}

/** One name that a call of the operating system adds, or removes with `inode` null. */
export interface NameChange {
  folder: FolderInode
  name: string
  inode: Inode | null
}

/** What a process did to the disk, in order. */
export type Entry =
  | { kind: 'write'; file: FileInode; at: number; bytes: Uint8Array }
  | { kind: 'truncate'; file: FileInode; size: number }
  /** The changes of one call happen together or not at all. */
  | { kind: 'names'; changes: readonly NameChange[] }
  /** A finished sync: everything that was done to `inode` before entry number `until` is on disk. */
  | { kind: 'sync'; inode: Inode; until: number }
