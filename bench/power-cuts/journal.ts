/** A recorded file or folder, without its names, which may change. */
export type Inode = FileInode | FolderInode

export interface FileInode {
  kind: 'file'
  /** A copy of the file from when the recording began; null for a new file. */
  origin: string | null
}

export interface FolderInode {
  kind: 'folder'
  /** The names in it when the recording began. */
  origin: ReadonlyMap<string, Inode>
}

/** One name that a system call adds, or removes if `inode` is null. */
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
