// Chromium as a phone on a slow connection, and measurements of its pages.
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/testing/chromium.mjs'

/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 96_000 }
const CPU_SLOWDOWN = 4
const VIEWPORT = { width: 390, height: 844 }

/** No sandbox, because benchmarks run in containers as root. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']

/** Starts the browser that the tests use. */
export function startBrowser() {
  return chromium.launch({ executablePath: findChromium(), args: ARGS })
}

/** Starts the browser with a profile in this folder, for programs that drive it over its debugging port. */
export function startBrowserOn(folder, args) {
  return chromium.launchPersistentContext(folder, { executablePath: findChromium(), args: [...ARGS, ...args] })
}

/** Puts values into the localStorage of a site. */
export async function store(context, origin, values) {
  const page = await context.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([name, value]) => localStorage.setItem(name, value)),
    values,
  )
  await page.close()
}

/** A new browser profile, with an empty cache; `stored` goes into localStorage. */
export async function newProfile(browser, url, stored = {}) {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const origins = [{ origin: url, localStorage }]
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, storageState: { cookies: [], origins } })
  await context.addInitScript(recordVitals)
  return context
}

/**
 * Opens a page of the profile with a slow processor and, by default, a slow connection. `transfer` returns what has
 * gone over the network since then: `requests`, `bytes` with headers, and `code`, the bytes without headers of
 * JavaScript, CSS and the page itself, which may contain its styles.
 */
export async function openPage(context, { isSlowNetwork = true } = {}) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const requests = new Map()
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('http')) requests.set(requestId, { url: request.url, type, bytes: 0, headers: 0 })
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { isCached: response.fromDiskCache, headers: response.encodedDataLength })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await devtools.send('Network.enable')
  if (isSlowNetwork) await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, transfer: () => sumOf([...requests.values()]) }
}

function sumOf(all) {
  const sent = all.filter(({ isCached }) => !isCached)
  const code = sent.filter(({ type }) => ['Script', 'Stylesheet', 'Document'].includes(type))
  return {
    requests: sent.length,
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    headers: sent.reduce((sum, { headers }) => sum + headers, 0),
    code: code.reduce((sum, { bytes, headers }) => sum + Math.max(0, bytes - headers), 0),
    paths: sent.map(({ url }) => new URL(url).pathname),
  }
}

/** The layout shifts, first paint and slowest interaction of a page since it opened. */
export async function vitalsOf(page) {
  return page.evaluate(() => globalThis.vitals)
}

/** Runs in the page, before anything else does. */
function recordVitals() {
  const vitals = {
    firstPaintMs: 0,
    questionMs: 0,
    layoutShift: 0,
    shifts: [],
    slowestMs: 0,
    slowest: '',
    interactions: 0,
  }
  globalThis.vitals = vitals
  const observe = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.firstPaintMs = startTime
  })
  observe('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return
    vitals.layoutShift += value
    vitals.shifts.push(...sources.map(({ node }) => node?.className || node?.nodeName))
  })
  new MutationObserver(() => {
    if (vitals.questionMs === 0 && document.querySelector('main button[data-state]'))
      vitals.questionMs = performance.now()
  }).observe(document, { subtree: true, childList: true })
  const seen = new Set()
  observe(
    'event',
    ({ name, duration, interactionId, target }) => {
      if (!interactionId) return
      seen.add(interactionId)
      vitals.interactions = seen.size
      if (duration <= vitals.slowestMs) return
      vitals.slowestMs = duration
      vitals.slowest = `${name} ${target?.innerText?.slice(0, 30) || target?.nodeName || 'of an element that is gone'}`
    },
    { durationThreshold: 16 },
  )
}
