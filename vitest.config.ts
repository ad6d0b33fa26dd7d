import { defineConfig } from 'vitest/config'

/**
 * Generous, because a busy machine may stall a database, a socket or a first import for many seconds, and a test that
 * passes never waits for a timeout. Failed tests are not retried.
 */
const limits = {
  retry: 0,
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
}

// `npx vitest --project web` runs one project alone.
export default defineConfig({
  test: {
    // More than there are cores: many of the server's tests wait rather than compute.
    maxWorkers: '200%',
    projects: [
      {
        test: {
          ...limits,
          name: 'packages',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          // These files keep no state in modules, so that a worker loads the packages once and not for every file.
          isolate: false,
        },
      },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          // A worker loads the server and opens embedded databases once, not for every file.
          isolate: false,
        },
      },
      // Plays the findings of security reviews, one file each, over the wire like an attacker.
      {
        test: {
          ...limits,
          name: 'abuse',
          include: ['apps/server/abuse/*.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        test: {
          ...limits,
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/async-timeout.ts'],
          // A worker loads jsdom once and gives each file its own window: less than half the CPU of a process per file.
          pool: 'vmThreads',
        },
      },
    ],
  },
})
