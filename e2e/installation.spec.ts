import type { Page } from '@playwright/test'
import { noteVersions, untilInstalled } from './support/installed-app.ts'
import { expectGoodLooks, expectWholeWords } from './support/screen-checks.ts'
import { expect, test as base } from './support/test.ts'

const test = base.extend({
  serviceWorkers: 'allow',
  page: async ({ page }, use) => {
    await noteVersions(page)
    await use(page)
  },
})

interface Manifest {
  shortcuts: { name: string; url: string }[]
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string }[]
}

/** The real size of a picture, as a manifest writes it. */
function sizeOfPicture(page: Page, src: string): Promise<string> {
  return page.evaluate(async (url) => {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return `${picture.naturalWidth}x${picture.naturalHeight}`
  }, src)
}

test('the first visit is answered by the server alone, and calls never come from the worker', async ({
  player: page,
}) => {
  const isFirstVisit = await page.evaluate(() => window.wasControlled === false)
  expect(isFirstVisit).toBe(true)
  await untilInstalled(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Journey', exact: true })).toBeVisible()
  const stored = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    }
    return paths
  })
  expect(stored).toContain('/index.html')
  expect(stored.filter((path) => !/^\/(index\.html|assets\/|img\/)/.test(path))).toEqual([])
  expect(stored.filter((path) => /admin|replay|reporting/.test(path))).toEqual([])
})

test('the offer to install fits all sizes and is accessible', async ({ player: page }) => {
  await page.getByRole('link', { name: 'Account' }).click()
  await page.evaluate(() => {
    const prompt = () => Promise.resolve({ outcome: 'accepted' })
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  const card = page.getByRole('region', { name: 'Quizmaster app' })
  await expect(card.getByRole('button', { name: 'Install' })).toBeVisible()
  await expectGoodLooks(page, 'offer of a browser')
  await expectWholeWords(page, 'offer of a browser')
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
  await page.reload()
  await expect(card).toContainText('Add to Home Screen')
  await expectGoodLooks(page, 'how on iOS')
})

test('the manifest names shortcuts that open, and pictures of the sizes it says', async ({ player: page, quiz }) => {
  const manifest = (await (await fetch(`${quiz.url}/manifest.webmanifest`)).json()) as Manifest
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Journey', 'Play with friends'])
  for (const { url } of manifest.shortcuts) {
    await page.goto(url)
    await expect(page).toHaveURL(new RegExp(`^${quiz.url}${url}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(['narrow', 'wide']))
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await fetch(`${quiz.url}${src}`)).headers.get('content-type'), src).toBe(type)
    if (sizes !== 'any') expect(await sizeOfPicture(page, src), src).toBe(sizes)
  }
})

test('admin pages, calls and files for other programs do not come from the worker', async ({ player: page }) => {
  await untilInstalled(page)
  const fromWorker: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname)
  })
  await page.goto('/app/admin')
  await page.goto('/robots.txt')
  await page.goto('/app/dashboard')
  await expect(page.getByRole('link', { name: 'Journey', exact: true })).toBeVisible()
  expect(fromWorker).toContain('/app/dashboard')
  expect(fromWorker.filter((path) => /^\/(?:app\/admin|robots|services|config|healthz)/.test(path))).toEqual([])
})

test('the worker itself is revalidated each time', async ({ quiz }) => {
  const response = await fetch(`${quiz.url}/sw.js`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
})
