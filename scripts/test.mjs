// `npm test`: installs what is missing, then runs the checks, the unit and integration tests on both databases, and the
// browser tests. Nothing is retried. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

process.env.CI ??= '1'

const reports = join(root, '.cache', 'reports')
const total = { passed: 0, failed: 0 }

function count({ passed, failed }) {
  total.passed += passed
  total.failed += failed
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
    count(code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result)
  } catch {
    console.error(`${name} ended with code ${code} and wrote no report`)
    count({ passed: 0, failed: 1 })
  }
}

async function main() {
  await ensureInstalled()
  mkdirSync(reports, { recursive: true })
  const [{ runChecks }, { startPostgres }, { startValkey }, { findChromium }] = await Promise.all([
    import('./check.mjs'),
    import('./testing/postgres.mjs'),
    import('./testing/valkey.mjs'),
    import('./testing/chromium.mjs'),
  ])
  const chromium = findChromium()
  const [postgres, valkey] = await Promise.all([startPostgres({ isDurable: false }), startValkey()])
  try {
    count(await runChecks({ isFromClean: true }))
    await withReport(
      'vitest',
      'npx',
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`],
      { TEST_DATABASE_URL: postgres.url, TEST_VALKEY_URL: valkey.url, NO_COLOR: '1' },
      (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests + failedFiles(report) }),
    )
    await run(process.execPath, ['scripts/build.mjs'])
    await withReport(
      'playwright',
      'npx',
      ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
      {
        CHROMIUM_PATH: chromium,
        TEST_DATABASE_URL: postgres.url,
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
        NO_COLOR: '1',
      },
      ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
    )
  } finally {
    await Promise.all([postgres.stop(), valkey.stop()])
  }
}

/** Counts the files that could not be loaded: they contain no failed test. */
function failedFiles(report) {
  return report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
}

try {
  await main()
} catch (error) {
  console.error(error.message)
  total.failed += 1
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
