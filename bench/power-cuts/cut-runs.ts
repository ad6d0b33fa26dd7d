import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../apps/server/src/infra/db/create-database.ts'
import { dataDirAt, ensurePgliteDir } from '../../apps/server/src/infra/db/data-dir.ts'
import { newMigrationSession } from '../../apps/server/src/infra/db/embedded-database.ts'
import { migrate, planMigrations, readApplied, readMigrations } from '../../apps/server/src/infra/db/migrate.ts'
import { emptySchema } from '../lib/empty-schema.ts'
import { type Random, writeDiskAfterCut } from './disk-after-cut.ts'
import { Engine } from './engine.ts'
import { checkLoad, writeLoad } from './load.ts'
import { type DiskOptions, RecordedDisk } from './recorded-disk.ts'

/** When the power is cut. */
export type Phase = 'writing' | 'migrating' | 'first start'

export interface CutOptions extends DiskOptions {
  phase: Phase
  /** How often the power is cut, each time at a different point of the same recording. */
  cuts: number
  random: Random
  /** A data directory with a migrated database, closed. */
  template: string
}

/** What was recorded, and how to find what is missing after a cut. */
interface Recording {
  disk: RecordedDisk
  /** Returns a sentence for each fault of a database that was opened after a cut at `position`. */
  check: (engine: Engine, position: number) => Promise<string[]>
  /** Where most cuts begin: opening and creating the database do the most to the disk. */
  from: number
  /** True if a database must exist after a cut at `position`. */
  isCreated: (position: number) => boolean
}

/**
 * Records a database at work in this process, cuts the power `cuts` times, and opens what is left each time. Returns
 * the faults of each cut: none if the database opens without help and has everything that was acknowledged.
 */
export async function cutPower(options: CutOptions): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'quizmaster-power-'))
  try {
    const recording = await record(options, folder)
    recording.disk.stop()
    const results: string[][] = []
    for (let cut = 0; cut < options.cuts; cut += 1) results.push(await cutOnce(options, folder, recording))
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function record(options: CutOptions, folder: string): Promise<Recording> {
  const origin = join(folder, 'origin')
  const path = join(folder, 'recorded')
  if (options.phase === 'first start') dataDirAt(origin, { create: true })
  else cpSync(options.template, origin, { recursive: true })
  if (options.phase === 'migrating') await removeMigrations(origin)
  cpSync(origin, path, { recursive: true })
  const disk = RecordedDisk.start(path, origin, options)
  const position = (): number => disk.entries.length

  if (options.phase === 'first start') {
    await ensurePgliteDir(dataDirAt(path), 'first', createDatabase)
    const created = position()
    return { disk, check: async () => [], from: created - 20, isCreated: (at) => created <= at }
  }
  const engine = await Engine.open(path, position)
  const from = position()
  const isCreated = () => true
  if (options.phase === 'writing') {
    const transactions = await writeLoad(engine, options.random)
    return { disk, check: (opened, at) => checkLoad(opened, transactions, at), from, isCreated }
  }
  const commits: number[] = []
  const session = newMigrationSession(engine)
  const exec = async (sql: string): Promise<void> => {
    await session.exec(sql)
    if (sql === 'commit') commits.push(position())
  }
  await migrate({ ...session, exec }, readMigrations(), Date.now())
  const check = async (opened: Engine, at: number): Promise<string[]> => {
    const acknowledged = commits.filter((commit) => commit <= at).length
    const applied = await readApplied({ query: (sql) => opened.query(sql) }).catch(() => [])
    return applied.length >= acknowledged ? [] : [`${applied.length} of ${acknowledged} migrations are there`]
  }
  return { disk, check, from, isCreated }
}

async function removeMigrations(path: string): Promise<void> {
  const engine = await Engine.open(path)
  await emptySchema((statement) => engine.query(statement))
  await engine.query('checkpoint')
  engine.end()
}

async function cutOnce(options: CutOptions, folder: string, recording: Recording): Promise<string[]> {
  const { random } = options
  const { disk } = recording
  const from = random() < 0.1 ? 0 : recording.from
  const position = from + Math.floor(random() * (disk.entries.length + 1 - from))
  const afterCut = join(folder, 'after-cut')
  const afterSecond = join(folder, 'after-second-cut')
  try {
    writeDiskAfterCut(afterCut, disk.root, disk.entries.slice(0, position), random)
    if (random() < 0.7) return await checkDisk(afterCut, recording, position)
    // The power fails again while the database recovers.
    cpSync(afterCut, `${afterCut}-again`, { recursive: true })
    const recovery = RecordedDisk.start(`${afterCut}-again`, afterCut, options)
    const opened = await open(`${afterCut}-again`).catch((error: unknown) => error)
    recovery.stop()
    if (!(opened instanceof Engine)) return [`it does not open: ${String(opened)}`]
    opened.end()
    const until = Math.floor(random() * (recovery.entries.length + 1))
    writeDiskAfterCut(afterSecond, recovery.root, recovery.entries.slice(0, until), random)
    return await checkDisk(afterSecond, recording, position)
  } finally {
    for (const path of [afterCut, `${afterCut}-again`, afterSecond]) rmSync(path, { recursive: true, force: true })
  }
}

async function checkDisk(path: string, recording: Recording, position: number): Promise<string[]> {
  if (recording.isCreated(position) && !existsSync(join(path, 'pg'))) return ['the database is gone']
  const engine = await open(path).catch((error: unknown) => error)
  if (!(engine instanceof Engine)) return [`it does not open: ${String(engine)}`]
  try {
    const faults = await recording.check(engine, position)
    const session = newMigrationSession(engine)
    await migrate(session, readMigrations(), Date.now())
    const missing = await planMigrations(session, readMigrations())
    await engine.query("insert into rate_hit (key, at) values ('after', 0)")
    await engine.query('checkpoint')
    return missing.length > 0 ? [...faults, `migrations are missing: ${missing.join(', ')}`] : faults
  } catch (error) {
    return [`it does not work: ${String(error)}`]
  } finally {
    engine.end()
  }
}

/** Opens a data directory as the server does when it starts. */
async function open(path: string): Promise<Engine> {
  await ensurePgliteDir(dataDirAt(path), 'next', createDatabase)
  return Engine.open(path)
}
