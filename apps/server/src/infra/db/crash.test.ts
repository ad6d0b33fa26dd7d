import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-crash-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))

// Writes pairs of rows in concurrent transactions, and prints each number once its commit is acknowledged.
const WRITER = `
  const { openDatabase } = await import(${JSON.stringify(new URL('./database.ts', import.meta.url).href)})
  const { db } = await openDatabase({ databaseUrl: null, dataDir: process.env.CRASH_DIR })
  const first = Number(process.env.CRASH_FIRST)
  console.log('open')
  const write = async (at) => {
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('rate_hit').values({ key: 'left', at }).execute()
      await trx.insertInto('rate_hit').values({ key: 'right', at }).execute()
    })
    console.log(String(at))
  }
  for (let at = first; ; at += 4) await Promise.all([write(at), write(at + 1), write(at + 2), write(at + 3)])`

function startWriter(first: number): { child: ChildProcess; lines: AsyncIterable<string> } {
  const env = { ...process.env, CRASH_DIR: dataDir, CRASH_FIRST: String(first) }
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITER], { env })
  return { child, lines: createInterface({ input: child.stdout }) }
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

test('a first start that is killed while it creates the database can be repeated', async () => {
  const pg = join(dataDir, 'pg')
  do {
    // On a machine that stalls the database may be complete before the process is killed.
    rmSync(pg, { recursive: true, force: true })
    const { child } = startWriter(0)
    const hasBegun = () => existsSync(pg) || readdirSync(dataDir).some((name) => name.startsWith('pg.new-'))
    await vi.waitUntil(hasBegun, { timeout: 200_000 })
    await kill(child)
  } while (existsSync(pg))
  const database = await openDatabase({ databaseUrl: null, dataDir })
  await database.ping()
  await database.close()
  expect(readdirSync(dataDir)).toEqual(['pg'])
})

test('after kill -9 during writes, five times, every acknowledged transaction is there and none is partial', async () => {
  const acknowledged: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { child, lines } = startWriter(round * 1_000_000)
    const killAfter = 30 + Math.floor(Math.random() * 200)
    let count = 0
    for await (const line of lines) {
      if (line === 'open') continue
      acknowledged.push(Number(line))
      count += 1
      if (count === killAfter) await kill(child)
    }
  }
  // A pid that another process uses now, as after a restart of a container.
  writeFileSync(join(dataDir, 'pg', 'postmaster.pid'), `${process.ppid}\n/nowhere\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir })
  const rows = await database.db.selectFrom('rate_hit').select(['key', 'at']).execute()
  await database.close()
  const left = new Set(rows.filter(({ key }) => key === 'left').map(({ at }) => at))
  const right = new Set(rows.filter(({ key }) => key === 'right').map(({ at }) => at))
  expect(acknowledged.length).toBeGreaterThanOrEqual(150)
  expect(acknowledged.filter((at) => !left.has(at))).toEqual([])
  expect(left).toEqual(right)
  expect(rows).toHaveLength(left.size + right.size)
})
