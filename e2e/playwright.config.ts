import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** For Chromium as root in a container, without its background requests. */
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
  // Generous: a slow machine must not fail a test, and a test that passes never waits for a timeout.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // More than there are cores, because many tests wait: for a question's 20 s, an outage, a server that starts.
  workers: availableParallelism() + 3,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    // With a service worker a test would see only some of the page's requests. The specs that test it allow it.
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    // A trace makes a test take half as long again: `npx playwright test --trace on` when one is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      args: CHROMIUM_ARGS,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
})
