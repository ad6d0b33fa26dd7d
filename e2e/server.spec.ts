import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, store, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

test('health, readiness, metrics and settings can be requested', async ({ quiz }) => {
  for (const path of ['/healthz', '/readyz']) expect((await fetch(`${quiz.url}${path}`)).status).toBe(200)
  const metrics = await (await fetch(`${quiz.url}/metrics`)).text()
  expect(metrics).toMatch(/^# TYPE \S+ (counter|gauge|histogram)$/m)
  const config = await fetch(`${quiz.url}/config.json`)
  expect(config.headers.get('cache-control')).toBe('no-store')
  expect(await config.json()).toEqual({
    public_url: quiz.url,
    sentry_dsn: null,
    chatwoot_base_url: null,
    chatwoot_website_token: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

test('/version names the program, its version and the commit that was built', async ({ quiz }) => {
  const root = join(import.meta.dirname, '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = (await readFile(join(root, 'dist/commit'), 'utf8')).trim()
  const response = await fetch(`${quiz.url}/version`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({ name: 'quizmaster', version, commit: commit || null })
})

test('/docs shows the API from one OpenAPI 3.1 document per service', async ({ page, quiz }) => {
  for (const service of ['user', 'admin', 'gameplay', 'stats']) {
    const api = (await (await fetch(`${quiz.url}/services/${service}/openapi.json`)).json()) as { openapi: string }
    expect(api.openapi).toMatch(/^3\.1\./)
  }
  await page.goto('/docs')
  await expect(page.getByText('/request_code').first()).toBeVisible()
})

test('every response has its security headers, and the policy names the inline scripts of pages', async ({ quiz }) => {
  for (const path of ['/', '/app/dashboard', '/services/user/openapi.json', '/services/user/api/no-such-call']) {
    const { headers } = await fetch(`${quiz.url}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).toMatch(
      path.startsWith('/services/') ? /^default-src 'none'(;|$)/ : /script-src 'self'( 'sha256-[\w+/]{43}=')?(;|$)/,
    )
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBeTruthy()
    expect(headers.get('strict-transport-security'), path).toBeNull()
  }
  for (const path of [
    '/',
    '/def/infinite-game',
    '/app/dashboard',
    '/app/practice/play',
    '/app/profile',
    '/base/login',
  ]) {
    const response = await fetch(`${quiz.url}${path}`)
    const policy = response.headers.get('content-security-policy')
    const scripts = [...(await response.text()).matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts.length, path).toBeGreaterThan(0)
    for (const [, attributes, body = ''] of scripts) {
      if (!body) expect(attributes, path).toContain('src="/')
      else expect(policy, path).toContain(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    }
  }
})

test.describe('text', () => {
  test.use({ expectedPageError: /This document requires 'Trusted/ })

  test('never becomes markup or a script', async ({ page }) => {
    await page.goto('/')
    const refusals = await page.evaluate(() => {
      const attempts = [
        () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
        () => (document.createElement('script').src = '/boot.js'),
        () => document.body.insertAdjacentHTML('beforeend', '<b>bold</b>'),
      ]
      return attempts.map((attempt) => {
        try {
          return attempt()
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError'])
  })
})

test('assets are compressed and cached forever; the page is revalidated', async ({ quiz }) => {
  const page = await fetch(quiz.url, { headers: { 'accept-encoding': 'br' } })
  expect(page.headers.get('content-encoding')).toBe('br')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  for (const encoding of ['br', 'gzip']) {
    const asset = await fetch(`${quiz.url}${script}`, { headers: { 'accept-encoding': encoding } })
    expect(asset.headers.get('content-encoding')).toBe(encoding)
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-type')).toMatch(/javascript/)
  }
  const again = await fetch(quiz.url, {
    headers: {
      'accept-encoding': 'br',
      'if-none-match': page.headers.get('etag') ?? '',
      // As a browser sends it. By default fetch would add no-cache.
      'cache-control': 'max-age=0',
    },
  })
  expect(again.status).toBe(304)
  expect((await fetch(`${quiz.url}/assets/gone-00000000.js`)).status).toBe(404)
})

test('an unknown API path is a 404 in JSON, an unknown page is the app', async ({ quiz }) => {
  const call = await fetch(`${quiz.url}/services/user/api/no-such-call`)
  expect(call.status).toBe(404)
  expect(await call.json()).toEqual({ error: 'Not found', code: 'not_found' })
  const page = await fetch(`${quiz.url}/app/dashboard/no-such-page`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
})

test('secrets in the data folder are readable by the owner only', async ({ quiz }) => {
  const { mode } = await stat(join(quiz.dataDir, 'secret'))
  expect(mode & 0o777).toBe(0o600)
  const secret = (await readFile(join(quiz.dataDir, 'secret'), 'utf8')).trim()
  expect(quiz.output).not.toContain(secret)
})

test('the landing page can be read without JavaScript', async ({ browser, quiz }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: quiz.url })
  const page = await context.newPage()
  for (const path of ['/', '/base', '/base/home']) {
    await page.goto(path)
    await expect(heading(page)).toHaveText('Welcome to Quizmaster')
    await expect(page.getByText('80 levels and 8 ranks')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try Quiz Now' })).toBeVisible()
  }
  await page.goto('/app/dashboard')
  await expect(page.getByText(/needs JavaScript/)).toBeVisible()
  await context.close()
})

test('a signed-in player never sees the landing page flash up', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email) })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/auth/current_user', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Try Quiz Now' })).toBeHidden()
  release()
  await expect(heading(page)).toHaveText(/^Hello, /)
})
