import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirInUseError, findLockHolder, lockDataDir, lockPathOf } from './data-dir-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The pid of a process that has exited. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

function writeLock(pid: number, startedAt = ''): void {
  writeFileSync(lockPathOf(dataDir), `${pid}\n${startedAt}\n11111111-1111-4111-8111-111111111111\n`)
}

test('a second lock fails and names the directory and the process that holds it', async () => {
  const lock = await lockDataDir(dataDir)
  const error = await lockDataDir(dataDir).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DataDirInUseError)
  expect(error).toMatchObject({ pid: process.pid })
  expect(String(error)).toContain(`${dataDir} is in use by process ${process.pid}: stop it first`)
  lock.release()
})

test('a released directory can be locked again, and no file stays behind', async () => {
  const first = await lockDataDir(dataDir)
  first.release()
  const second = await lockDataDir(dataDir)
  // A second release of the first lock must not remove the second lock.
  first.release()
  expect(findLockHolder(dataDir)).toMatchObject({ token: second.token, pid: process.pid })
  second.release()
  expect(readdirSync(dataDir)).toEqual([])
})

test('the lock of a dead process is taken over', async () => {
  writeLock(await deadPid())
  expect(findLockHolder(dataDir)).toBeNull()
  const lock = await lockDataDir(dataDir)
  expect(findLockHolder(dataDir)?.pid).toBe(process.pid)
  lock.release()
})

test('the lock of a live process is never taken over, even if its start time is unknown', async () => {
  writeLock(process.ppid)
  await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process ${process.ppid}`)
})

test.runIf(existsSync('/proc/self/stat'))(
  'a pid that another process has since been given does not count',
  async () => {
    writeLock(process.ppid, 'another-boot/12345')
    const lock = await lockDataDir(dataDir)
    lock.release()
  },
)

test.each(['', 'hello', '0\n\n\n', '-1\n\n\n'])('a lock file with the content %j is ignored', async (text) => {
  writeFileSync(lockPathOf(dataDir), text)
  const lock = await lockDataDir(dataDir)
  lock.release()
})

test('a takeover that was itself killed is taken over', async () => {
  const pid = await deadPid()
  writeLock(pid)
  writeFileSync(
    `${lockPathOf(dataDir)}.11111111-1111-4111-8111-111111111111`,
    `${pid}\n\n22222222-2222-4222-8222-222222222222\n`,
  )
  const lock = await lockDataDir(dataDir)
  lock.release()
  expect(readdirSync(dataDir)).toEqual([])
})

const CONTENDER = `
  const { lockDataDir } = await import(${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)})
  const { createInterface } = await import('node:readline')
  console.log('ready')
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'release') {
      held?.release()
      console.log('released')
    } else {
      globalThis.held = await lockDataDir(line).catch(() => undefined)
      console.log(held ? 'won' : 'lost')
    }
  }`

function startContender(): { child: ChildProcess; send: (line: string) => void; receive: () => Promise<string> } {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CONTENDER])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    send: (line) => void child.stdin.write(`${line}\n`),
    receive: async () => String((await lines.next()).value),
  }
}

test('of several processes that find a stale lock at the same time exactly one takes it over', async () => {
  const pid = await deadPid()
  const contenders = Array.from({ length: 5 }, startContender)
  try {
    await Promise.all(contenders.map(({ receive }) => receive()))
    for (let round = 0; round < 20; round += 1) {
      writeLock(pid)
      for (const { send } of contenders) send(dataDir)
      const outcomes = await Promise.all(contenders.map(({ receive }) => receive()))
      expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
      for (const { send } of contenders) send('release')
      // Before the next stale lock is written: no process would overwrite the lock of a live one.
      await Promise.all(contenders.map(({ receive }) => receive()))
    }
  } finally {
    for (const { child } of contenders) child.kill('SIGKILL')
  }
})
