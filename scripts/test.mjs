// `npm test`: installs what is missing, runs the checks, then the unit and integration tests on both databases beside the
// browser tests, so that one part computes while the other waits. Nothing is retried. The last line is `N passed, N failed`.
// `npm test -- PATH…` runs these test files only.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

process.env.CI ??= '1'

const reports = join(root, '.cache', 'reports')
const total = { passed: 0, failed: 0 }
/** What failed, one line or paragraph each: printed again at the end, where it is found in a long log. */
const failures = []

function count({ passed, failed, failures: names = [] }) {
  total.passed += passed
  total.failed += failed
  failures.push(...names)
}

function countError(error) {
  console.error(error.message)
  count({ passed: 0, failed: 1, failures: [error.message] })
}

/** Runs a test runner that writes a JSON report; a run that breaks without one counts as one failure. */
async function withReport(name, command, args, env, read) {
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  const code = await new Promise((resolve) => {
    spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).on('close', resolve)
  })
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')))
    const isUnexplained = code !== 0 && result.failed === 0
    count(isUnexplained ? { ...result, failed: 1, failures: [`${name} ended with code ${code}`] } : result)
  } catch {
    countError(new Error(`${name} ended with code ${code} and wrote no report`))
  }
}

async function main() {
  await ensureInstalled()
  mkdirSync(reports, { recursive: true })
  const paths = process.argv.slice(2)
  const specs = paths.filter((path) => path.startsWith('e2e/'))
  const unitTests = paths.filter((path) => !path.startsWith('e2e/'))
  const isWhole = paths.length === 0
  const [{ runChecks }, { startPostgres }, { startValkey }, { findChromium }] = await Promise.all([
    import('./check.mjs'),
    import('./testing/postgres.mjs'),
    import('./testing/valkey.mjs'),
    import('./testing/chromium.mjs'),
  ])
  const chromium = isWhole || specs.length > 0 ? findChromium() : null
  const [postgres, valkey] = await Promise.all([startPostgres({ isDurable: false }), startValkey()])
  try {
    if (isWhole) count(await runChecks({ isFromClean: true }))
    const runs = []
    if (isWhole || unitTests.length > 0) runs.push(runVitest(unitTests, postgres.url, valkey.url))
    if (chromium) runs.push(runPlaywright(specs, chromium, postgres.url, valkey.url))
    // A build that fails must not take the databases away from the other tests.
    for (const { reason } of await Promise.allSettled(runs)) if (reason) countError(reason)
    if (isWhole) count(await checkNativeApps())
  } finally {
    await Promise.all([postgres.stop(), valkey.stop()])
  }
}

/** Runs the test files at `paths`, or all. */
function runVitest(paths, postgresUrl, valkeyUrl) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`]
  return withReport(
    'vitest',
    'npx',
    ['vitest', 'run', ...reporters, ...paths],
    { TEST_DATABASE_URL: postgresUrl, TEST_VALKEY_URL: valkeyUrl, NO_COLOR: '1' },
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloadedFiles(report).length,
      failures: [
        ...unloadedFiles(report).map((file) => `${file.name} did not load`),
        ...report.testResults.flatMap(failedUnitTests),
      ],
    }),
  )
}

/** Builds what is stale and runs the browser tests at `paths`, or all. */
async function runPlaywright(paths, chromium, postgresUrl, valkeyUrl) {
  const isNative = paths.length === 0 || paths.some((path) => path.includes('native'))
  await run(process.execPath, ['scripts/build.mjs', ...(isNative ? ['--native'] : [])])
  await withReport(
    'playwright',
    'npx',
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...paths],
    {
      CHROMIUM_PATH: chromium,
      TEST_DATABASE_URL: postgresUrl,
      TEST_VALKEY_URL: valkeyUrl,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
      NO_COLOR: '1',
    },
    ({ stats, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: suites.flatMap(failedBrowserTests),
    }),
  )
}

/** Syncs the native projects and checks them. */
async function checkNativeApps() {
  try {
    await run('npx', ['tsx', 'scripts/mobile/check.ts'])
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1, failures: [error.message] }
  }
}

/** The files that could not be loaded: they contain no failed test. */
function unloadedFiles(report) {
  return report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
}

/** The failed tests of one file in Vitest's report, each with its first error. */
function failedUnitTests(file) {
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => [file.name, test.fullName, test.failureMessages[0]].join('\n'))
}

/** The failed tests of a suite in Playwright's report and of the suites in it, each with its first error. */
function failedBrowserTests(suite) {
  const failed = suite.specs.filter((spec) => !spec.ok)
  return [
    ...failed.map((spec) => [`${spec.file}:${spec.line}`, spec.title, firstError(spec)].join('\n')),
    ...(suite.suites ?? []).flatMap(failedBrowserTests),
  ]
}

function firstError(spec) {
  const results = spec.tests.flatMap((test) => test.results)
  return results.flatMap((result) => result.errors)[0]?.message ?? ''
}

// Without this a signal would end the run and leave its database servers behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

try {
  await main()
} catch (error) {
  countError(error)
}
if (failures.length > 0) console.error(`\nFailed:\n\n${failures.join('\n\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
