import { checkRestore } from './check-restore.ts'
import { dumpToFile, restoreFromFile } from './dump-and-restore.ts'
import { migrateDatabase } from './migrate-command.ts'
import { moveToEmbedded, moveToPostgres } from './move-command.ts'

const USAGE =
  'Usage: npm run db:dump -- FILE, npm run db:restore -- FILE, npm run db:migrate [-- --dry-run], npm run db:move [-- --back], or npm run db:check-restore [-- FILE]'

/**
 * `npm run db:dump -- FILE` and `npm run db:restore -- FILE`, for the embedded database in DATA_DIR,
 * `npm run db:migrate`, for either database, `npm run db:move`, from the embedded one into PostgreSQL or back, and
 * `npm run db:check-restore`, for PostgreSQL. The exit code is 2 for wrong usage, 1 for a failure. In an image it is
 * `node dist/db.mjs`.
 */
async function main(command: string | undefined, argument: string | undefined): Promise<number> {
  const dataDir = process.env.DATA_DIR || './data'
  const databaseUrl = process.env.DATABASE_URL || null
  if (command === 'migrate') {
    if (argument !== undefined && argument !== '--dry-run') return fail(USAGE, 2)
    return report(() => migrateDatabase({ databaseUrl, dataDir }, { isDryRun: argument === '--dry-run' }))
  }
  if (command === 'move') {
    if (argument !== undefined && argument !== '--back') return fail(USAGE, 2)
    if (databaseUrl === null) return fail('Set DATABASE_URL to the PostgreSQL database.', 2)
    const isBack = argument === '--back'
    return report(() => (isBack ? moveToEmbedded(databaseUrl, dataDir) : moveToPostgres(dataDir, databaseUrl)))
  }
  if (command === 'check-restore') {
    if (databaseUrl === null) return fail('Set DATABASE_URL to the PostgreSQL database.', 2)
    return report(() => checkRestore(databaseUrl, argument === undefined ? {} : { file: argument }))
  }
  if ((command !== 'dump' && command !== 'restore') || argument === undefined) return fail(USAGE, 2)
  if (databaseUrl !== null) {
    const tool = command === 'dump' ? 'pg_dump' : 'pg_restore'
    return fail(`DATABASE_URL is set: use PostgreSQL's own ${tool} for that database.`, 2)
  }
  return report(() => (command === 'dump' ? dumpToFile(dataDir, argument) : restoreFromFile(dataDir, argument)))
}

async function report(run: () => Promise<string>): Promise<number> {
  try {
    process.stdout.write(`${await run()}\n`)
    return 0
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 1)
  }
}

function fail(sentence: string, exitCode: number): number {
  process.stderr.write(`${sentence}\n`)
  return exitCode
}

process.exitCode = await main(process.argv[2], process.argv[3])
