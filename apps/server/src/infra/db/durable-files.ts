import { fdatasyncSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncDirectory } from '../sync-to-disk.ts'
import { WalSync } from './wal-sync.ts'

type EngineOptions = Parameters<NodeFS['init']>[1]

/** A file or folder in Emscripten's file system. */
interface Node {
  name: string
  mode: number
  parent: Node
}

/** An open file or folder. `nfd` is Node's descriptor. */
interface Stream {
  nfd: number
  node: Node
}

type Operations<Target, Name extends string> = Record<Name, (target: Target, ...args: unknown[]) => unknown>

/** The part of PGlite's module that is used here. NODEFS is Emscripten's file system on `node:fs`. */
interface Engine {
  FS: { ErrnoError: new (errno: number) => Error }
  NODEFS: {
    realPath: (node: Node) => string
    node_ops: Operations<Node, (typeof FOLDER_CHANGES)[number] | 'rename' | 'setattr'>
    stream_ops: Operations<Stream, 'write' | 'setattr'> & { fsync?: (stream: Stream) => number }
  }
}

/** The operations whose first argument is the folder that they change. */
const FOLDER_CHANGES = ['mknod', 'unlink', 'rmdir', 'symlink'] as const
const WAL_SEGMENT_NAME = /^[0-9A-F]{24}$/
const FILE_TYPE_MASK = 0o170000
const FOLDER_TYPE = 0o040000
/** EIO as Emscripten numbers it. */
const IO_ERROR = 29

/**
 * The files of an embedded database, with an fsync that reaches the disk. The fsync of PGlite's own NodeFS reports
 * success without doing anything.
 *
 * A commit's sync of the write-ahead log is left to `syncCommits`, so that several commits share one. It is done
 * earlier if PostgreSQL is about to change anything else, so that no data page reaches the disk before its log record.
 * PostgreSQL takes such a commit to be on disk, so the caller must not acknowledge it while `hasUnsyncedCommits`.
 */
export class DurableFiles extends NodeFS {
  readonly #wal = new WalSync()
  /** Folders whose names have changed since they were last synced. */
  readonly #changedFolders = new Set<string>()
  #failure: Error | null = null

  override async init(pglite: PGlite, options: EngineOptions): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (engine: unknown) => this.#takeOver(engine as Engine)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  override async closeFs(): Promise<void> {
    this.#wal.syncNow()
    this.#wal.close()
    await super.closeFs()
  }

  /** True while a power cut might lose a transaction that PostgreSQL has committed. */
  get hasUnsyncedCommits(): boolean {
    return this.#wal.isDue
  }

  /**
   * Resolves once all commits before the call are on disk; PostgreSQL can be used meanwhile. Must not be called again
   * before it has settled.
   */
  async syncCommits(): Promise<void> {
    await this.#wal.sync()
    // A sync that PostgreSQL waited for may have failed in the meantime.
    this.throwIfFailed()
  }

  /**
   * Throws if a sync has failed. What is on disk is then unknown, and the next sync may report success without having
   * written it, so the thread must end. PGlite itself goes on after any error.
   */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure
  }

  #takeOver({ FS, NODEFS }: Engine): void {
    const sync = (work: () => void): void => {
      this.#sync(work)
      if (this.#failure) throw new FS.ErrnoError(IO_ERROR)
    }
    const syncCommits = (): void => sync(() => this.#wal.syncNow())
    const { node_ops: nodeOps, stream_ops: streamOps } = NODEFS

    for (const name of FOLDER_CHANGES) {
      const change = nodeOps[name]
      nodeOps[name] = (folder, ...args) => {
        syncCommits()
        this.#changedFolders.add(NODEFS.realPath(folder))
        return change(folder, ...args)
      }
    }
    const { rename, setattr } = nodeOps
    nodeOps.rename = (node, toFolder, ...args) => {
      syncCommits()
      this.#changedFolders.add(NODEFS.realPath(node.parent))
      this.#changedFolders.add(NODEFS.realPath(toFolder as Node))
      return rename(node, toFolder, ...args)
    }
    nodeOps.setattr = (node, ...args) => {
      syncCommits()
      return setattr(node, ...args)
    }
    const { write, setattr: setStreamAttr } = streamOps
    streamOps.write = (stream, ...args) => {
      if (!isWalSegment(stream.node)) syncCommits()
      return write(stream, ...args)
    }
    streamOps.setattr = (stream, ...args) => {
      syncCommits()
      return setStreamAttr(stream, ...args)
    }
    streamOps.fsync = ({ nfd, node }) => {
      const path = NODEFS.realPath(node)
      sync(() => {
        if (isWalSegment(node)) this.#wal.request(path)
        else if ((node.mode & FILE_TYPE_MASK) === FOLDER_TYPE) this.#syncFolder(path)
        else this.#syncFile(nfd, path)
      })
      return 0
    }
  }

  /** Syncs a file, and its name if it is new: PostgreSQL doesn't sync the folder of a table's new file. */
  #syncFile(fd: number, path: string): void {
    fdatasyncSync(fd)
    for (let folder = dirname(path); this.#changedFolders.has(folder); folder = dirname(folder))
      this.#syncFolder(folder)
  }

  #syncFolder(path: string): void {
    syncDirectory(path)
    this.#changedFolders.delete(path)
  }

  #sync(work: () => void): void {
    if (this.#failure) return
    try {
      work()
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    }
  }
}

function isWalSegment(node: Node): boolean {
  return node.parent.name === 'pg_wal' && WAL_SEGMENT_NAME.test(node.name)
}
