import { defineConfig } from 'vitest/config'

/** A busy machine may stall a database, a socket or a first import for seconds; what fails again is a failure. */
const patience = {
  retry: process.env.CI ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

// One project a level of the house; `vitest --project engine` runs one alone.
export default defineConfig({
  test: {
    // Much of what is tested waits: by default a machine with two cores would run one file at a time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...patience,
          name: 'packages',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
        },
      },
      { test: { ...patience, name: 'server', include: ['apps/server/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          ...patience,
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/patience.ts'],
        },
      },
    ],
  },
})
