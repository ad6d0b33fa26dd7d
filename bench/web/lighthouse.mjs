import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { QuizServer } from '../../e2e/support/quiz-server.ts'

// What the landing costs a visitor on a phone: Lighthouse's four scores and the bytes of JavaScript and CSS.
//   node scripts/build.mjs && CHROMIUM_PATH=… npx tsx bench/web/lighthouse.mjs
// Aims: 95 or more in all four, under 90 kB of JavaScript and CSS (brotli). Scores fall on a busy machine.

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const LANDING = '/base/home'
const ARGS = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']

if (!existsSync('apps/web/dist/landing.html')) {
  console.error('There is no build yet: run `node scripts/build.mjs` first')
  process.exit(1)
}
const executable = process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}
const quiz = await QuizServer.start({ LOG_LEVEL: 'warn' })
try {
  await printBytes(`${quiz.url}${LANDING}`)
  await printScores(`${quiz.url}${LANDING}`)
} finally {
  await quiz.dispose()
}

/** Sums what goes over the wire for the landing's scripts and styles, before it fetches anything ahead. */
async function printBytes(url) {
  const browser = await chromium.launch({ ...executable, args: ARGS })
  const page = await browser.newPage()
  const network = await page.context().newCDPSession(page)
  const responses = new Map()
  const bytes = { Script: 0, Stylesheet: 0 }
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    responses.set(requestId, { type, path: new URL(response.url).pathname })
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, path } = responses.get(requestId) ?? {}
    if (!(type in bytes)) return
    bytes[type] += encodedDataLength
    console.log(JSON.stringify({ path, bytes: encodedDataLength }))
  })
  await network.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  await browser.close()
  const total = bytes.Script + bytes.Stylesheet
  console.log(JSON.stringify({ landing: 'transfer bytes', script: bytes.Script, style: bytes.Stylesheet, total }))
}

/** Runs Lighthouse as it does for phones and prints its scores and main timings. */
async function printScores(url) {
  const port = quiz.port + 1 > 65_535 ? 9222 : quiz.port + 1
  const browser = await chromium.launch({ ...executable, args: [...ARGS, `--remote-debugging-port=${port}`] })
  try {
    const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
    const { categories, audits } = result.lhr
    console.log(JSON.stringify(Object.fromEntries(CATEGORIES.map((name) => [name, categories[name].score * 100]))))
    const timings = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
    console.log(JSON.stringify(Object.fromEntries(timings.map((name) => [name, audits[name].displayValue]))))
    for (const name of CATEGORIES) {
      const poor = categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
      for (const { id } of poor) console.log(`${name}: ${id} ${audits[id].displayValue ?? audits[id].title}`)
    }
  } finally {
    await browser.close()
  }
}
