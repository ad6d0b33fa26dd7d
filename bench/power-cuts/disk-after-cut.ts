import { mkdirSync, readFileSync, writeFileSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, FileInode, FolderInode, Inode } from './journal.ts'

const SECTOR = 512
const PAGE = 4096

/** Which unsynced changes are lost: all, the last ones, or random ones by sector or page. */
const LOSSES = ['all', 'last', 'sectors', 'pages'] as const

type FileEntry = Extract<Entry, { kind: 'write' | 'truncate' }>
type NamesEntry = Extract<Entry, { kind: 'names' }>

/** A number from 0 to below 1. */
export type Random = () => number

/**
 * Writes to the new folder `path` what is on the disk when the power is cut after these entries. Every synced change is
 * there; `random` decides about the others, separately for each file and folder.
 */
export function writeDiskAfterCut(path: string, root: FolderInode, entries: readonly Entry[], random: Random): void {
  const synced = syncedUntil(entries)
  const loss = LOSSES[Math.floor(random() * LOSSES.length)] ?? 'all'
  const isKept = choose(loss, random)

  const names = new Map<FolderInode, Map<string, Inode>>()
  const namesOf = (folder: FolderInode): Map<string, Inode> => {
    const known = names.get(folder) ?? new Map(folder.origin)
    names.set(folder, known)
    return known
  }
  const changesOf = new Map<FileInode, { entry: FileEntry; isSynced: boolean }[]>()
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'names') {
      const isSynced = entry.changes.every(({ folder }) => index < (synced.get(folder) ?? 0))
      if (isSynced || isKept(entry.changes[0]?.folder)) apply(entry, namesOf)
    }
    if (entry.kind === 'write' || entry.kind === 'truncate') {
      const changes = changesOf.get(entry.file) ?? []
      changes.push({ entry, isSynced: index < (synced.get(entry.file) ?? 0) })
      changesOf.set(entry.file, changes)
    }
  }

  const writeFolder = (folder: FolderInode, to: string): void => {
    mkdirSync(to, { mode: 0o700 })
    for (const [name, inode] of namesOf(folder)) {
      const target = join(to, name)
      const changes = inode.kind === 'file' ? changesOf.get(inode) : undefined
      if (inode.kind === 'folder') writeFolder(inode, target)
      else if (!changes && inode.origin !== null) copyFileSync(inode.origin, target)
      else writeFileSync(target, contentOf(inode, changes ?? [], loss, random, isKept), { mode: 0o600 })
    }
  }
  writeFolder(root, path)
}

/** For each file and folder, the number of the entry before which everything is on disk. */
function syncedUntil(entries: readonly Entry[]): Map<Inode, number> {
  const synced = new Map<Inode, number>()
  for (const entry of entries) {
    if (entry.kind === 'sync') synced.set(entry.inode, Math.max(entry.until, synced.get(entry.inode) ?? 0))
  }
  return synced
}

/** Whether the next unsynced change of a file or folder is kept. */
function choose(loss: (typeof LOSSES)[number], random: Random): (inode: Inode | undefined) => boolean {
  const lost = new Set<Inode | undefined>()
  return (inode) => {
    if (loss === 'all') return false
    if (loss !== 'last') return random() < 0.5
    if (random() < 0.1) lost.add(inode)
    return !lost.has(inode)
  }
}

function apply(entry: NamesEntry, namesOf: (folder: FolderInode) => Map<string, Inode>): void {
  for (const { folder, name, inode } of entry.changes) {
    if (inode) namesOf(folder).set(name, inode)
    else namesOf(folder).delete(name)
  }
}

function contentOf(
  file: FileInode,
  changes: readonly { entry: FileEntry; isSynced: boolean }[],
  loss: (typeof LOSSES)[number],
  random: Random,
  isKept: (inode: Inode) => boolean,
): Uint8Array {
  const origin = file.origin === null ? Buffer.alloc(0) : readFileSync(file.origin)
  const ends = changes.map(({ entry }) => (entry.kind === 'write' ? entry.at + entry.bytes.length : entry.size))
  const content = Buffer.alloc(Math.max(origin.length, ...ends))
  content.set(origin)
  let size = origin.length
  const put = (at: number, bytes: Uint8Array): void => {
    content.set(bytes, at)
    size = Math.max(size, at + bytes.length)
  }
  const unit = loss === 'pages' ? PAGE : SECTOR
  for (const { entry, isSynced } of changes) {
    if (entry.kind === 'truncate') {
      if (!isSynced && !isKept(file)) continue
      content.fill(0, entry.size)
      size = entry.size
    } else if (isSynced || loss === 'last') {
      if (isSynced || isKept(file)) put(entry.at, entry.bytes)
    } else {
      for (const part of parts(entry, unit)) if (isKept(file)) put(part.at, part.bytes)
    }
  }
  return content.subarray(0, size)
}

/** A write, split at the boundaries of sectors or pages. */
function* parts(
  { at, bytes }: Extract<Entry, { kind: 'write' }>,
  unit: number,
): Generator<{ at: number; bytes: Uint8Array }> {
  const end = at + bytes.length
  for (let from = at; from < end;) {
    const to = Math.min(end, (Math.floor(from / unit) + 1) * unit)
    yield { at: from, bytes: bytes.subarray(from - at, to - at) }
    from = to
  }
}
