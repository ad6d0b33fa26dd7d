import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** A process that runs a child with `run`; the child prints its id and then waits for a minute. */
const PARENT = `
  import { run } from ${JSON.stringify(new URL('./run.mjs', import.meta.url).href)}
  const child = 'console.log(process.pid); setTimeout(() => {}, 60_000)'
  await run(process.execPath, ['-e', child]).catch((error) => {
    console.error(error.message)
    process.exit(7)
  })`

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const data of stdout ?? []) return String(data)
  return ''
}

test('SIGTERM also ends the command that a script waits for, and the script sees it fail', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(parent, 'close')
  const complaints: string[] = []
  parent.stderr.on('data', (data: Buffer) => complaints.push(String(data)))
  const child = Number(await firstLine(parent))
  try {
    expect(child).toBeGreaterThan(0)
    parent.kill('SIGTERM')
    expect(await closed).toEqual([7, null])
    expect(() => process.kill(child, 0)).toThrow('ESRCH')
    expect(complaints.join('')).toContain('ended with SIGTERM')
  } finally {
    parent.kill('SIGKILL')
  }
})
