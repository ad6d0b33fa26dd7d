import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** The files of the version that took over last. */
    filesOfWorker?: readonly string[]
    /** Whether the page came from a worker. */
    wasControlled?: boolean
  }
}

/** Waits until the worker has stored the app and controls this page. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
  })
}

/** Makes the page record whether it came from a worker, and which version takes over. */
export async function noteVersions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // An empty page has none.
    if (!('serviceWorker' in navigator)) return
    window.wasControlled = navigator.serviceWorker.controller !== null
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ files: readonly string[] }>) => {
      window.filesOfWorker = data.files
    })
  })
}

/**
 * Asks for a newer version, as a browser does at times, until the deployed one has taken over. Once may not be enough:
 * if the browser began a check before the deploy, ours gets its result.
 */
export async function untilUpdated(page: Page): Promise<void> {
  const update = () =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
      return window.filesOfWorker
    })
  const html = await (await fetch(new URL('/index.html', page.url()))).text()
  const entry = /src="(\/assets\/index-[^"]+\.js)"/.exec(html)?.[1]
  await expect.poll(update).toContain(entry)
}

/** Marks the page, so that {@link isMarkedPage} tells whether it has been reloaded since. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarkedPage: true }))
}

export function isMarkedPage(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarkedPage' in window)
}
