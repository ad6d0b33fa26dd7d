import { dumpToFile, restoreFromFile } from './dump-and-restore.ts'

/**
 * `npm run db:dump -- FILE` and `npm run db:restore -- FILE`, for the embedded database in DATA_DIR. The exit code is 2
 * for wrong usage, 1 for a failure.
 */
async function main(command: string | undefined, file: string | undefined): Promise<number> {
  if ((command !== 'dump' && command !== 'restore') || file === undefined) {
    return fail('Usage: npm run db:dump -- FILE, or npm run db:restore -- FILE', 2)
  }
  if (process.env.DATABASE_URL) {
    const tool = command === 'dump' ? 'pg_dump' : 'pg_restore'
    return fail(`DATABASE_URL is set: use PostgreSQL's own ${tool} for that database.`, 2)
  }
  const dataDir = process.env.DATA_DIR || './data'
  try {
    const sentence = await (command === 'dump' ? dumpToFile(dataDir, file) : restoreFromFile(dataDir, file))
    process.stdout.write(`${sentence}\n`)
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
