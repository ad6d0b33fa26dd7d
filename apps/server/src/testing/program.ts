import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../main.ts')

/** The server's program as a process of its own, run from its sources. */
export interface Program {
  child: ChildProcess
  /** Everything it has printed. */
  output: () => string
  /** Resolves with its port once it takes requests. @throws an Error with its output if it ends before */
  ready: () => Promise<number>
}

/**
 * Starts the server's program on a free port.
 * @param settings environment variables
 * @param maxFiles how many files and connections it may have open; as many as the caller by default
 */
export function startProgram(settings: Readonly<Record<string, string>>, maxFiles?: number): Program {
  const limit = maxFiles === undefined ? '' : `ulimit -n ${maxFiles}; `
  const env = { ...process.env, PORT: '0', ...settings }
  const child = spawn('sh', ['-c', `${limit}exec "$0" --import tsx "$1"`, process.execPath, MAIN], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  return {
    child,
    output: () => output,
    ready: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const port = /"msg":"ready","port":(\d+)/.exec(output)?.[1]
          if (port !== undefined) resolve(Number(port))
        }
        child.stdout.on('data', look)
        child.once('close', () => reject(new Error(`the program ended:\n${output}`)))
        look()
      }),
  }
}
