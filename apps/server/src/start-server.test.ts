import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { createLog } from './infra/log.ts'
import { startServer } from './start-server.ts'
import { databaseKinds, openTestDatabase } from './testing/database.ts'

const FIVE_MINUTES_MS = 5 * 60_000

afterEach(() => vi.useRealTimers())

test.runIf(databaseKinds().includes('postgres'))(
  'programs that share a database go by its time, whatever the clocks of their machines say',
  async () => {
    const database = await openTestDatabase('postgres')
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
    url.pathname = `/${rows[0]?.name}`
    const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-start-'))
    const contentFolder = join(dataDir, 'content')
    await mkdir(contentFolder)
    const realMs = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: realMs + FIVE_MINUTES_MS })
    const env = { DATABASE_URL: url.href, SECRET_KEY: 'a secret that only tests use', DATA_DIR: dataDir }
    const server = await startServer({
      config: { ...readConfig(env), port: 0 },
      log: createLog('silent', () => undefined),
      contentFolder,
      webFolder: null,
      version: '0.0.0-test',
    })
    // The name of a mail's file begins with the program's time (contract 1).
    await fetch(`http://127.0.0.1:${server.port}/services/user/api/request_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'clock@example.com' }),
    })
    const outbox = join(dataDir, 'outbox')
    await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1)
    const [file = ''] = await readdir(outbox)
    expect(Number(file.split('-')[0]) - realMs).toBeLessThan(FIVE_MINUTES_MS / 2)
    await server.stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  },
)
