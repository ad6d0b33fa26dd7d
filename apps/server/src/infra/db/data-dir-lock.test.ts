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

/** The number of a process that has run and ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

function writeLock(pid: number, startedAt = ''): void {
  writeFileSync(lockPathOf(dataDir), `${pid}\n${startedAt}\n11111111-1111-4111-8111-111111111111\n`)
}

test('a second opener is told the folder and the process that has it', async () => {
  const lock = await lockDataDir(dataDir)
  const error = await lockDataDir(dataDir).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DataDirInUseError)
  expect(error).toMatchObject({ pid: process.pid })
  expect(String(error)).toContain(`${dataDir} is in use by process ${process.pid}: stop it first`)
  lock.release()
})

test('a released folder can be taken again, and nothing stays behind', async () => {
  const first = await lockDataDir(dataDir)
  first.release()
  const second = await lockDataDir(dataDir)
  // A late second release of the first must not give away what is no longer its own.
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

test('the lock of a live process is never taken, even when its start is unknown', async () => {
  writeLock(process.ppid)
  await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process ${process.ppid}`)
})

test.runIf(existsSync('/proc/self/stat'))('a number that another process has got since does not count', async () => {
  writeLock(process.ppid, 'another-boot/12345')
  const lock = await lockDataDir(dataDir)
  lock.release()
})

test.each(['', 'hello', '0\n\n\n', '-1\n\n\n'])('a lock file that says %j holds nobody off', async (text) => {
  writeFileSync(lockPathOf(dataDir), text)
  const lock = await lockDataDir(dataDir)
  lock.release()
})

test('a takeover that was itself killed half way is taken over', async () => {
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
    if (line === 'release') { held?.release(); continue }
    globalThis.held = await lockDataDir(line).catch(() => undefined)
    console.log(held ? 'won' : 'lost')
  }`

function startContender(): { child: ChildProcess; say: (line: string) => void; hear: () => Promise<string> } {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CONTENDER])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    say: (line) => void child.stdin.write(`${line}\n`),
    hear: async () => String((await lines.next()).value),
  }
}

test('of several processes that find a dead holder at once exactly one gets the folder', async () => {
  const pid = await deadPid()
  const contenders = Array.from({ length: 5 }, startContender)
  try {
    await Promise.all(contenders.map(({ hear }) => hear()))
    for (let round = 0; round < 20; round += 1) {
      writeLock(pid)
      for (const { say } of contenders) say(dataDir)
      const outcomes = await Promise.all(contenders.map(({ hear }) => hear()))
      expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
      for (const { say } of contenders) say('release')
    }
  } finally {
    for (const { child } of contenders) child.kill('SIGKILL')
  }
})
