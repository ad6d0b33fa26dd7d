import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findPostgres } from '../../scripts/testing/postgres.mjs'

const CHECK_MS = 50
/** No setting weakens durability: neither a crash nor a full disk may lose what was acknowledged. */
const SETTINGS = [
  'max_connections=100',
  'wal_level=replica',
  'max_wal_senders=4',
  'shared_buffers=32MB',
  'max_wal_size=16MB',
]

/** The folder may contain links to only two programs; the others are next to the targets of the links. */
function programs(): ReturnType<typeof findPostgres> {
  const { bin, user } = findPostgres()
  return { bin: dirname(realpathSync(join(bin, 'initdb'))), user }
}

/** A PostgreSQL server in a folder, which can crash, start again and be copied to a standby. */
export class Postgres {
  #server: ChildProcess | null = null
  readonly #programs = programs()

  /** @param folder an existing folder that nothing else uses */
  constructor(
    readonly folder: string,
    readonly port: number,
  ) {
    const { user } = this.#programs
    if (user) chownSync(folder, user.uid, user.gid)
    chmodSync(folder, 0o700)
  }

  /** The address of the database `postgres`. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  get #data(): string {
    return join(this.folder, 'data')
  }

  /** Creates an empty database cluster, whose log grows in small steps. */
  async create(): Promise<void> {
    const access = ['-U', 'postgres', '-A', 'trust']
    await this.#run('initdb', ['-D', this.#data, ...access, '-E', 'UTF8', '--locale=C', '--wal-segsize=1'])
  }

  /** Copies the data of a running server, to become its standby. */
  async copyFrom(primary: Postgres): Promise<void> {
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
    await this.#run('pg_basebackup', ['-D', this.#data, '-d', from, '-R', '-c', 'fast', '-X', 'stream'])
  }

  /** Starts it, and resolves once it takes queries. */
  async start(): Promise<void> {
    const settings = SETTINGS.flatMap((setting) => ['-c', setting])
    const args = ['-D', this.#data, '-p', String(this.port), '-h', '127.0.0.1', '-k', this.folder, ...settings]
    const server = spawn(join(this.#programs.bin, 'postgres'), args, { ...this.#as, stdio: 'ignore' })
    this.#server = server
    // An interrupted run must not leave the server running.
    const kill = () => void server.kill('SIGQUIT')
    process.once('exit', kill)
    server.once('exit', () => process.off('exit', kill))
    while (!(await this.answers())) {
      if (server.exitCode !== null || server.signalCode !== null) throw new Error('PostgreSQL ended early')
      await delay(CHECK_MS)
    }
  }

  /** Whether it takes queries. */
  async answers(): Promise<boolean> {
    try {
      await this.query('select 1')
      return true
    } catch {
      return false
    }
  }

  get #hasEnded(): boolean {
    return this.#server === null || this.#server.exitCode !== null || this.#server.signalCode !== null
  }

  /** Ends it: SIGINT as an operator would, SIGQUIT without any clean-up, like a crash. */
  async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.#server
    if (!server || this.#hasEnded) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.#run('pg_ctl', ['promote', '-D', this.#data, '-w'])
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url })
    await client.connect()
    try {
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end()
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  get #as(): { uid?: number; gid?: number; cwd: string } {
    return { ...this.#programs.user, cwd: this.folder }
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(join(this.#programs.bin, program), args, this.#as)
  }
}
