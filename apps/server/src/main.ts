import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { BusUnavailableError } from './infra/bus.ts'
import { DataDirInUseError } from './infra/db/data-dir-lock.ts'
import { databaseErrorCode, EmbeddedDatabaseError, isDatabaseUnavailable } from './infra/db/database-error.ts'
import { MigrationError } from './infra/db/migrate.ts'
import { contextOf, createErrorReports } from './infra/error-reports.ts'
import { createLog } from './infra/log.ts'
import { startMessage } from './start-message.ts'
import { startServer } from './start-server.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Reads the settings, starts the server and stops it on a signal. */
async function main(): Promise<void> {
  const root = findProjectRoot(import.meta.dirname)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const config = readConfig(process.env)
  const environment = config.isProduction ? 'production' : 'development'
  const reports = config.sentryDsn && createErrorReports({ dsn: config.sentryDsn, environment, release: version })
  const log = createLog(config.logLevel, (line) => reports && reports.report(line.err, contextOf(line)))
  if (reports) reports.opened.catch((error: unknown) => log.warn({ err: error, msg: 'error_reports_off' }))
  const flushReports = async () => void (reports && (await reports.flush()))
  process.on('unhandledRejection', (error) => log.error({ err: error, msg: 'unhandled_rejection' }))
  process.on('uncaughtException', (thrown) => {
    log.fatal({ err: thrown, msg: 'uncaught_exception' })
    // The state of this process is unknown, so a new one is safer.
    void flushReports().finally(() => process.exit(1))
  })
  const hasStarted = endOnSignal()
  const running = await startServer({
    config,
    log,
    version,
    commit: builtCommit(),
    contentFolder: join(root, 'content'),
    webFolder: existsSync(join(root, 'apps/web/dist')) ? join(root, 'apps/web/dist') : null,
  })
  process.stdout.write(startMessage({ config, port: running.port, isTerminal: process.stdout.isTTY }))
  log.info({ msg: 'ready', port: running.port, version })
  stopOnSignal({ running, log, flushReports })
  hasStarted()
}

/**
 * Until the returned function is called, a signal ends the process at once: while it starts, nothing has been
 * acknowledged, and the next start recovers from an incomplete one. Process 1 of a container ignores signals without a
 * handler.
 */
function endOnSignal(): () => void {
  const end = () => process.exit(0)
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  return () => {
    process.off('SIGTERM', end)
    process.off('SIGINT', end)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
})

/** Errors whose message is enough. */
const SELF_EXPLANATORY = [ConfigError, DataDirInUseError, MigrationError, BusUnavailableError]

/** One line if the reason is known: a port in use is no reason to print a stack trace. */
function explain(error: unknown): string {
  if (SELF_EXPLANATORY.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port, setting } = error as { code?: string; port?: number; setting?: string }
  if (code === 'EADDRINUSE') return `${setting} ${port} is already used by another program`
  if (code === 'EACCES' && port) return `${setting} ${port} may not be opened by this user`
  if (isDatabaseUnavailable(error)) return `DATABASE_URL: the database can't be reached: ${code ?? String(error)}`
  const isRefused = databaseErrorCode(error) !== undefined && !(error instanceof EmbeddedDatabaseError)
  if (isRefused) return `DATABASE_URL: ${(error as Error).message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The commit that `npm run build` wrote beside the bundle; null if run from source or built outside of git. */
function builtCommit(): string | null {
  const file = join(import.meta.dirname, 'commit')
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return commit === '' ? null : commit
}

/** The project's root directory, searched upwards since the sources and the bundle are at different depths. */
function findProjectRoot(from: string): string {
  if (existsSync(join(from, 'content')) && existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('The folder of the project (with content/) was not found')
  return findProjectRoot(parent)
}
