import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'

const PROGRAM = fileURLToPath(new URL('./server-process.ts', import.meta.url))
const READY_CHECK_MS = 50

/** A server process that can be killed, stopped and started again on its port. */
export class Server {
  #child: ChildProcess | null = null
  /** Everything it has logged, over all its starts. */
  output = ''

  constructor(
    readonly port: number,
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Starts it, and resolves once it is ready. */
  async start(): Promise<void> {
    const env = { ...process.env, LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...this.settings, PORT: String(this.port) }
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    // An interrupted run must not leave it behind, perhaps suspended by SIGSTOP.
    const kill = () => void child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.output += text.toString()
      })
    }
    while (!(await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`a server ended:\n${this.output}`)
      await delay(READY_CHECK_MS)
    }
  }

  /** Sends a signal that doesn't end it: SIGSTOP or SIGCONT. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name)
  }

  /** Sets its wall clock, by the difference from the right time. */
  shiftClock(ms: number): void {
    this.#child?.send({ clockShiftMs: ms })
  }

  /** Ends it, and resolves once it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
