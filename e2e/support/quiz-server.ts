import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/testing/free-port.mjs'
import { type Proxy, startProxy, startServicesProxy } from './proxy.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Servers of tests run too briefly for optimising the WebAssembly of the embedded database to pay off: it takes nearly
 * half of a start's CPU time.
 */
const NODE_FLAGS = ['--liftoff-only']

type JsonObject = Record<string, unknown>

/** The environment variable with the template data folder (global-setup.ts). */
export const TEMPLATE_DATA_DIR = 'E2E_TEMPLATE_DATA_DIR'

/** The built server, run as `npm start` runs it, with its own port and data folder. */
export class QuizServer {
  #children: ChildProcess[] = []
  #output = ''

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    readonly env: Record<string, string>,
    readonly program = ROOT,
    readonly proxy: Proxy | null = null,
  ) {}

  /**
   * Starts on a copy of the template data folder, which saves the work of a first start. With E2E_PROXY it starts
   * two processes that share a database, behind that proxy.
   * @param settings `{port}` in a setting stands for the server's port
   * @param program the folder with `dist/server.mjs`
   */
  static async start(settings: Readonly<Record<string, string>> = {}, program = ROOT): Promise<QuizServer> {
    const port = await freePort()
    const filled = Object.entries(settings).map(([name, value]) => [name, value.replace('{port}', String(port))])
    const env = Object.fromEntries(filled) as Record<string, string>
    const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-e2e-'))
    await cp(process.env[TEMPLATE_DATA_DIR] ?? '', dataDir, { recursive: true })
    const proxy = await startProxy(port, [await freePort(), await freePort()])
    const server = new QuizServer(port, dataDir, env, program, proxy)
    await server.start()
    return server
  }

  /** Starts three programs with some of the services each, on a database of their own, behind one proxy. */
  static async startServices(): Promise<QuizServer> {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-e2e-'))
    const proxy = await startServicesProxy(port, [await freePort(), await freePort(), await freePort()])
    const server = new QuizServer(port, dataDir, {}, ROOT, proxy)
    await server.start()
    return server
  }

  /** Creates a data folder with the schema, the question bank and a secret, as a first start does. */
  static async prepare(dataDir: string): Promise<void> {
    const server = new QuizServer(await freePort(), dataDir, {})
    await server.start()
    await server.end('SIGTERM')
  }

  /** Runs the server with settings that keep it from starting; returns its exit code and output. */
  static async attempt(env: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, ['dist/server.mjs'], { cwd: ROOT, env: { ...process.env, ...env } })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.stderr.on('data', (data: Buffer) => (output += data.toString()))
    const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
    return { code, output }
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Everything the server has printed. */
  get output(): string {
    return this.#output
  }

  /** Starts the server, or restarts it on the same port and data, with changed settings; waits until it is ready. */
  async start(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    Object.assign(this.env, changes)
    const processes = this.proxy?.servers ?? [{ PORT: String(this.port) }]
    this.#children = []
    // One after the other, as the first one migrates the database.
    for (const settings of processes) await this.#startProcess(settings)
  }

  async #startProcess(settings: Readonly<Record<string, string>>): Promise<void> {
    const env = { ...process.env, DATA_DIR: this.dataDir, ...settings, ...this.env }
    const child = spawn(process.execPath, [...NODE_FLAGS, 'dist/server.mjs'], { cwd: this.program, env })
    this.#children.push(child)
    const keep = (data: Buffer) => {
      this.#output += data.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    for (let turn = 0; turn < 1500; turn += 1) {
      if (hasEnded(child)) throw new Error(`the server ended:\n${this.#output}`)
      const response = await fetch(`http://localhost:${settings['PORT']}/readyz`).catch(() => null)
      if (response?.ok) return
      await sleep(100)
    }
    throw new Error(`the server did not get ready:\n${this.#output}`)
  }

  /** Stops the server: SIGTERM as an operator would, SIGKILL like a crash. Returns its exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const codes = this.#children.map(async (child) => {
      if (hasEnded(child)) return child.exitCode
      const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
      child.kill(signal)
      return ended
    })
    return (await Promise.all(codes)).find((code) => code !== 0) ?? 0
  }

  async dispose(): Promise<void> {
    await this.end('SIGKILL')
    await this.proxy?.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Waits for a mail to the address that is newer than `sinceMs`, and returns the code in the newest one. */
  async mailedCode(email: string, sinceMs = 0): Promise<string> {
    for (let turn = 0; turn < 600; turn += 1) {
      const names = await readdir(join(this.dataDir, 'outbox')).catch(() => [])
      const newestFirst = names
        .filter((name) => /^\d/.test(name) && name.endsWith(`-${email}.eml`) && Number(name.split('-', 1)[0]) > sinceMs)
        .toSorted()
        .toReversed()
      for (const name of newestFirst) {
        const code = /^Your code for Quizmaster: (\d{6})/m.exec(
          await readFile(join(this.dataDir, 'outbox', name), 'utf8'),
        )
        if (code?.[1]) return code[1]
      }
      await sleep(50)
    }
    throw new Error(`no mail to ${email}`)
  }

  /** The server's time, in whole seconds, as epoch milliseconds. */
  async now(): Promise<number> {
    const response = await fetch(`${this.url}/healthz`)
    return Date.parse(response.headers.get('date') ?? '')
  }

  /** Signs in over the API and returns the bearer token. */
  async signIn(email: string): Promise<string> {
    await this.post('user/api/request_code', { email })
    const { token } = await this.post('user/api/verify_code', { email, code: await this.mailedCode(email) })
    return token as string
  }

  /** Calls the API; `more` are further headers. */
  async post(path: string, body: unknown, token?: string, more: Record<string, string> = {}): Promise<JsonObject> {
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch(`${this.url}/services/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization, ...more },
      body: JSON.stringify(body),
    })
    return (await response.json()) as JsonObject
  }

  /** The id of the right answer to a question. It is asked for without a token, so that nobody earns anything. */
  async rightAnswerId(questionId: string, answers: readonly { id: string }[]): Promise<string> {
    const guess = { question_id: questionId, answer_id: answers[0]?.id }
    const { data } = await this.post('gameplay/api/question/verify_answer', guess)
    return (data as { correct_answer_id: string }).correct_answer_id
  }
}

/** A process that was ended by a signal has no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
