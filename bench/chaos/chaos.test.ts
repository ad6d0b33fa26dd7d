import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkHistory } from './check.ts'
import { during } from './fault.ts'
import type { HistoryEntry } from './history.ts'
import { playRound, type Round } from './round.ts'
import { Site } from './site.ts'

// The short form of `npm run bench:chaos`: one fault, one seed. It waits for what players do, never for a fixed time,
// and does not check lateness.
const LONGEST_WAIT_MS = 500_000
vi.setConfig({ testTimeout: 2 * LONGEST_WAIT_MS, hookTimeout: LONGEST_WAIT_MS })

const postgresUrl = process.env['TEST_DATABASE_URL']
const valkeyUrl = process.env['TEST_VALKEY_URL']

/** Waits for an entry that is recorded from now on. */
async function next({ recorder }: Round, fits: (entry: HistoryEntry) => boolean): Promise<void> {
  const from = recorder.entries.length
  await vi.waitUntil(() => recorder.entries.slice(from).some(fits), { timeout: LONGEST_WAIT_MS })
}

/** After the first answer in a game, holds back the database's replies and kills a server that waits for them. */
async function killWhileAnswersAreOnTheirWay(round: Round): Promise<void> {
  const { servers, databases } = round.site
  await next(round, (entry) => entry.type === 'call' && entry.request.name === 'commit_answer')
  await during(round, 'kill', 'all', async () => {
    for (const database of databases) await database.set('half_open')
    await next(round, (entry) => entry.type === 'call')
    await servers[0]?.end('SIGKILL')
    for (const database of databases) await database.set('open')
    await servers[0]?.start()
  })
}

if (postgresUrl && valkeyUrl) {
  let folder: string
  let site: Site
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quizmaster-chaos-history-'))
    site = await Site.start({ postgresUrl, valkeyUrl, postgres: null, questions: 2 })
  })
  afterAll(async () => {
    await site.stop()
    await rm(folder, { recursive: true })
  })

  test('players lose nothing when a server is killed while replies of the database are in flight', async () => {
    const { entries } = await playRound(site, {
      seed: 1,
      file: join(folder, 'history.jsonl'),
      strike: killWhileAnswersAreOnTheirWay,
      gamesEndWithinMs: LONGEST_WAIT_MS,
    })
    expect(checkHistory(entries, null)).toEqual([])
    // The players of the killed server have come back.
    expect(entries.some(({ type }) => type === 'dropped')).toBe(true)
    expect(site.output).not.toMatch(/unhandled|uncaught/i)
  })
}
