import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyEmbeddedFolder, createPostgresDatabase, databaseKinds } from './testing/database.ts'
import { startProgram } from './testing/program.ts'

const MAX_FILES = 250
const CONNECTIONS = 2 * MAX_FILES

let dataDir: string
const endings: (() => unknown)[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-descriptors-'))
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Resolves with the status of a GET over this agent's connection. */
function statusOf(agent: Agent, port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })
}

describe.each(databaseKinds())('a process with no file descriptor left, on %s', (kind) => {
  test('goes on for those who are connected, and takes connections again once others close', async () => {
    const settings: Record<string, string> = { DATA_DIR: dataDir }
    if (kind === 'postgres') {
      const { url, drop } = await createPostgresDatabase()
      endings.push(drop)
      Object.assign(settings, { DATABASE_URL: url, SECRET_KEY: 'a secret that only tests use' })
    } else {
      await copyEmbeddedFolder(dataDir)
    }
    const { child, output, ready } = startProgram(settings, MAX_FILES)
    endings.push(() => child.kill('SIGKILL'))
    const port = await ready()
    const early = new Agent({ keepAlive: true, maxSockets: 1 })
    endings.push(() => early.destroy())
    const topics = '/services/gameplay/api/topic/random_list?count=3'
    expect(await statusOf(early, port, topics)).toBe(200)

    // A connection that says nothing for too long is closed too, but not without a word.
    const refused = { count: 0 }
    const flood: Socket[] = []
    for (let index = 0; index < CONNECTIONS; index += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.resume().once('close', () => (refused.count += socket.bytesRead === 0 ? 1 : 0))
      flood.push(socket)
    }
    endings.push(() => flood.forEach((socket) => socket.destroy()))
    await expect.poll(() => refused.count, { timeout: 200_000 }).toBeGreaterThan(0)
    expect(await statusOf(early, port, topics)).toBe(200)
    expect(await statusOf(early, port, '/readyz')).toBe(200)

    for (const socket of flood) socket.destroy()
    const late = new Agent({ maxSockets: 1 })
    await expect.poll(() => statusOf(late, port, topics).catch(() => null), { timeout: 200_000 }).toBe(200)
    expect(output()).not.toMatch(/uncaught|unhandled|database_outage|embedded_database_stopped/)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
