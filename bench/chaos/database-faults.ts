import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../scripts/testing/free-port.mjs'
import { between, during, type Fault } from './fault.ts'
import { Postgres } from './postgres.ts'
import type { Round } from './round.ts'

const FILLED_AT_ONCE = Buffer.alloc(1 << 16)
const CHECK_MS = 50
/** The most that PostgreSQL allows. */
const SLOWEST_FLUSH_US = 100_000

/** Failures of the PostgreSQL server itself, by name. */
export const DATABASE_FAULTS: Readonly<Record<string, Fault>> = {
  'database-restart': {
    rows: ['D2', 'F8'],
    strike: async (round) => {
      await delay(between(2_000, 12_000, round.chance))
      await during(round, 'database-restart', 'all', async () => {
        await round.site.postgres.end(round.chance() < 0.5 ? 'SIGINT' : 'SIGQUIT')
        await delay(between(0, 3_000, round.chance))
        await round.site.postgres.start()
      })
    },
  },
  failover: {
    rows: ['D2', 'F8', 'F12'],
    strike: async (round) => {
      const primary = round.site.postgres
      const standby = await followSynchronously(primary)
      await delay(between(1_000, 10_000, round.chance))
      await during(round, 'failover', 'all', async () => {
        await primary.end('SIGQUIT')
        await delay(between(0, 2_000, round.chance))
        await standby.promote()
        round.site.moveTo(standby)
      })
      primary.remove()
    },
  },
  'disk-slow': { rows: ['D2', 'F23'], strike: slowDisk },
  'disk-full': { rows: ['D2', 'F22'], diskMib: 160, strike: fillDisk },
}

/** Starts a synchronous standby, which has everything that was acknowledged. */
async function followSynchronously(primary: Postgres): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-chaos-standby-'))
  const standby = new Postgres(folder, await freePort())
  await standby.copyFrom(primary)
  await standby.start()
  await primary.query("alter system set synchronous_standby_names = 'standby'")
  await primary.query('select pg_reload_conf()')
  const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
  while ((await primary.query(isSynchronous)).length === 0) await delay(CHECK_MS)
  return standby
}

/** Makes each flush of the database's log take 100 ms longer, one flush at a time, as on a slow disk. */
async function slowDisk(round: Round): Promise<void> {
  const { site, chance } = round
  await delay(between(1_000, 8_000, chance))
  await during(round, 'disk-slow', [], async () => {
    await site.postgres.query(`alter system set commit_delay = ${SLOWEST_FLUSH_US}`)
    await site.postgres.query('alter system set commit_siblings = 0')
    await site.postgres.query('select pg_reload_conf()')
    await delay(between(5_000, 15_000, chance))
    await site.postgres.query('alter system reset commit_delay')
    await site.postgres.query('alter system reset commit_siblings')
    await site.postgres.query('select pg_reload_conf()')
  })
}

/** Fills the database's disk for some seconds. If PostgreSQL ends, it is started again once there is room. */
async function fillDisk(round: Round): Promise<void> {
  const { site, chance } = round
  await delay(between(2_000, 10_000, chance))
  const filler = join(site.postgres.folder, 'filler')
  await during(round, 'disk-full', 'all', async () => {
    // After a checkpoint each changed page is first logged as a whole, which uses up the space the log has.
    await site.postgres.query('checkpoint')
    await fill(filler)
    await delay(between(2_000, 6_000, chance))
    await rm(filler)
    if (!(await site.postgres.answers())) {
      await site.postgres.end('SIGQUIT')
      await site.postgres.start()
    }
  })
}

/** Writes a file until there is no room. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (;;) await handle.write(FILLED_AT_ONCE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}
