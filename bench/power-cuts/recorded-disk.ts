import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { Entry, FileInode, FolderInode, Inode } from './journal.ts'

const real = { ...fs }
const openHandle = fs.promises.open

const RECORDED = [
  'openSync',
  'closeSync',
  'writeSync',
  'writeFileSync',
  'truncateSync',
  'ftruncateSync',
  'fsyncSync',
  'fdatasyncSync',
  'fdatasync',
  'mkdirSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmdirSync',
  'rmSync',
] as const

export interface DiskOptions {
  /** Syncs report success and do nothing, like those of PGlite itself. */
  ignoresSyncs: boolean
}

/**
 * Records what this process does to the files in a folder, by replacing the functions of `node:fs` that the embedded
 * database and its data directory use. One recording at a time.
 */
export class RecordedDisk {
  readonly entries: Entry[] = []
  readonly root: FolderInode
  readonly #path: string
  readonly #folders = new Map<FolderInode, Map<string, Inode>>()
  readonly #open = new Map<number, Inode>()
  readonly #ignoresSyncs: boolean

  private constructor(path: string, originPath: string, options: DiskOptions) {
    this.#path = resolve(path)
    this.#ignoresSyncs = options.ignoresSyncs
    this.root = this.#load(originPath)
  }

  /** Starts to record what happens in the folder `path`, of which `originPath` is a copy. */
  static start(path: string, originPath: string, options: DiskOptions): RecordedDisk {
    const disk = new RecordedDisk(path, originPath, options)
    disk.#install()
    return disk
  }

  /** Ends the recording, and restores the functions of `node:fs`. */
  stop(): void {
    for (const name of RECORDED) Object.assign(fs, { [name]: real[name] })
    fs.promises.open = openHandle
    syncBuiltinESMExports()
  }

  #load(originPath: string): FolderInode {
    const names = new Map<string, Inode>()
    for (const entry of real.readdirSync(originPath, { withFileTypes: true })) {
      const path = join(originPath, entry.name)
      names.set(entry.name, entry.isDirectory() ? this.#load(path) : { kind: 'file', origin: path })
    }
    const folder: FolderInode = { kind: 'folder', origin: new Map(names) }
    this.#folders.set(folder, names)
    return folder
  }

  #install(): void {
    const recorded: Record<(typeof RECORDED)[number], unknown> = {
      openSync: (path: fs.PathLike, flags: string | number = 'r', mode?: number) => {
        const isNew = this.#isInside(path) && !real.existsSync(path)
        const fd = real.openSync(path, flags, mode)
        if (isNew) this.#add(String(path), { kind: 'file', origin: null })
        const inode = this.#find(path)
        if (inode) this.#open.set(fd, inode)
        else this.#open.delete(fd)
        if (!isNew && inode?.kind === 'file' && truncates(flags))
          this.#record({ kind: 'truncate', file: inode, size: 0 })
        return fd
      },
      closeSync: (fd: number) => {
        real.closeSync(fd)
        this.#open.delete(fd)
      },
      writeSync: (
        fd: number,
        buffer: NodeJS.ArrayBufferView,
        offset = 0,
        length = buffer.byteLength,
        at?: number | null,
      ) => {
        const count = real.writeSync(fd, buffer, offset, length, at)
        const file = this.#open.get(fd)
        if (file?.kind === 'file') {
          if (typeof at !== 'number') throw new Error('a write without a position is not recorded')
          const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, count).slice()
          this.#record({ kind: 'write', file, at, bytes })
        }
        return count
      },
      writeFileSync: (path: fs.PathLike, data: string | Uint8Array, options?: fs.WriteFileOptions) => {
        real.writeFileSync(path, data, options)
        if (!this.#isInside(path)) return
        const known = this.#find(path)
        const file: FileInode = known?.kind === 'file' ? known : { kind: 'file', origin: null }
        if (known) this.#record({ kind: 'truncate', file, size: 0 })
        else this.#add(String(path), file)
        const bytes = typeof data === 'string' ? Buffer.from(data) : data.slice()
        if (bytes.length > 0) this.#record({ kind: 'write', file, at: 0, bytes })
      },
      truncateSync: (path: fs.PathLike, size = 0) => {
        real.truncateSync(path, size)
        const file = this.#find(path)
        if (file?.kind === 'file') this.#record({ kind: 'truncate', file, size })
      },
      ftruncateSync: (fd: number, size = 0) => {
        real.ftruncateSync(fd, size)
        const file = this.#open.get(fd)
        if (file?.kind === 'file') this.#record({ kind: 'truncate', file, size })
      },
      fsyncSync: (fd: number) => this.#syncNow(fd, real.fsyncSync),
      fdatasyncSync: (fd: number) => this.#syncNow(fd, real.fdatasyncSync),
      fdatasync: (fd: number, done: (error: Error | null) => void) => {
        const inode = this.#open.get(fd)
        const until = this.entries.length
        real.fdatasync(fd, (error) => {
          if (inode && !error) this.#record({ kind: 'sync', inode, until })
          done(error)
        })
      },
      mkdirSync: (path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
        const missing: string[] = []
        for (let at = resolve(String(path)); this.#isInside(at) && !real.existsSync(at); at = dirname(at))
          missing.unshift(at)
        const made = real.mkdirSync(path, options)
        for (const folder of missing) {
          const inode: FolderInode = { kind: 'folder', origin: new Map() }
          this.#folders.set(inode, new Map())
          this.#add(folder, inode)
        }
        return made
      },
      renameSync: (from: string, to: string) => {
        real.renameSync(from, to)
        const inode = this.#find(from)
        if (inode) this.#change([this.#name(from, null), this.#name(to, inode)])
      },
      linkSync: (from: string, to: string) => {
        real.linkSync(from, to)
        const inode = this.#find(from)
        if (inode) this.#change([this.#name(to, inode)])
      },
      unlinkSync: (path: fs.PathLike) => {
        real.unlinkSync(path)
        this.#remove(path)
      },
      rmdirSync: (path: fs.PathLike) => {
        real.rmdirSync(path)
        this.#remove(path)
      },
      rmSync: (path: fs.PathLike, options?: fs.RmOptions) => {
        real.rmSync(path, options)
        this.#remove(path)
      },
    }
    Object.assign(fs, recorded)
    fs.promises.open = async (path, flags, mode) => {
      const handle = await openHandle(path, flags, mode)
      const inode = this.#find(String(path))
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        const until = this.entries.length
        await sync()
        if (inode) this.#record({ kind: 'sync', inode, until })
      }
      return handle
    }
    syncBuiltinESMExports()
  }

  #syncNow(fd: number, sync: (fd: number) => void): void {
    sync(fd)
    const inode = this.#open.get(fd)
    if (inode) this.#record({ kind: 'sync', inode, until: this.entries.length })
  }

  #record(entry: Entry): void {
    if (entry.kind !== 'sync' || !this.#ignoresSyncs) this.entries.push(entry)
  }

  #isInside(path: fs.PathLike): boolean {
    return resolve(String(path)).startsWith(`${this.#path}/`)
  }

  #find(path: fs.PathLike): Inode | null {
    const absolute = resolve(String(path))
    if (absolute === this.#path) return this.root
    if (!this.#isInside(absolute)) return null
    const folder = this.#find(dirname(absolute))
    return folder?.kind === 'folder' ? (this.#folders.get(folder)?.get(basename(absolute)) ?? null) : null
  }

  #add(path: string, inode: Inode): void {
    this.#change([this.#name(path, inode)])
  }

  #remove(path: fs.PathLike): void {
    if (this.#isInside(path) && this.#find(path)) this.#change([this.#name(String(path), null)])
  }

  #name(path: string, inode: Inode | null) {
    const folder = this.#find(dirname(resolve(path)))
    if (folder?.kind !== 'folder') throw new Error(`${path} is in no recorded folder`)
    return { folder, name: basename(path), inode }
  }

  #change(changes: Extract<Entry, { kind: 'names' }>['changes']): void {
    for (const { folder, name, inode } of changes) {
      const names = this.#folders.get(folder)
      if (inode) names?.set(name, inode)
      else names?.delete(name)
    }
    this.#record({ kind: 'names', changes })
  }
}

function truncates(flags: string | number): boolean {
  return typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w')
}
