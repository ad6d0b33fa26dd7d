import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

// Each run creates, fills and recovers databases in processes of its own, which takes minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

const POWER_CUTS = fileURLToPath(new URL('../../../../../bench/power-cuts/power-cuts.ts', import.meta.url))

/** The last line that `npm run bench:power-cuts` prints. */
function cutPower(...args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', POWER_CUTS, ...args], (_error, stdout, stderr) =>
      resolve(stdout.trimEnd().split('\n').at(-1) || stderr),
    )
  })
}

test('after a power cut while writing, migrating or during the first start nothing acknowledged is lost', async () => {
  await expect(cutPower('--cuts', '3', '--cuts-each', '1')).resolves.toBe('3 power cuts, 0 with faults')
})

test('the power cuts expose a database that does not sync', async () => {
  const result = await cutPower('--cuts', '2', '--phase', 'writing', '--ignore-syncs')
  expect(result).toMatch(/^2 power cuts, [12] with faults$/)
})
