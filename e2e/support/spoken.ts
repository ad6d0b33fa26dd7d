import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { buildSync } from 'esbuild'

/**
 * What a screen reader would say, recorded in the real browser while the real app runs against the real server: each
 * element that takes the focus, with its role, state and description and the groups that it is in (`> `), and what is
 * added to live regions, politely or at once (`! `). Unlike a simulated screen reader, which walks a tree of its own,
 * this has the app's timing, and what never gets the focus or enters a live region is missing, as it is for the player.
 */
export async function recordSpoken(context: BrowserContext): Promise<void> {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'spoken-in-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
  })
  await context.addInitScript(outputFiles[0]?.text ?? '')
}

/** What has been said since the last call. */
export async function spoken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = JSON.parse(sessionStorage.getItem('e2e-spoken') ?? '[]') as string[]
    sessionStorage.removeItem('e2e-spoken')
    return said
  })
}
