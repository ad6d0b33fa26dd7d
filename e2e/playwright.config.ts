import { defineConfig } from '@playwright/test'

/** Chromium as root in a container, without its calls home. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  // Made for a machine several times slower than a laptop; what passes never waits for it.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: true,
  // A shared machine may stall a browser for seconds; what fails again is a failure. Flaky ones are named in the report.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 390, height: 844 },
    // Recording a test takes half as long again as the test.
    trace: 'on-first-retry',
    launchOptions: {
      args: CHROMIUM_ARGS,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
})
