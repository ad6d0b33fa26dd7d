import { defineConfig } from 'vitest/config'

// One project a level of the house; `vitest --project engine` runs one alone.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'packages', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          environment: 'node',
          // A shared machine may stall a database for seconds; what fails again is a failure.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
    ],
  },
})
