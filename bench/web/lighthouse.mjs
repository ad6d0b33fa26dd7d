// Lighthouse's mobile scores of one page.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { startBrowserOn, store } from './phone.mjs'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const PORT = 4197

/** The four scores, 0 to 100, and what costs points; `stored` is in localStorage when the page opens. */
export async function lighthouseScores(url, stored) {
  // Lighthouse opens its page in the browser's own profile, so the values are stored there first.
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-lighthouse-'))
  const browser = await startBrowserOn(folder, [`--remote-debugging-port=${PORT}`])
  try {
    await store(browser, new URL(url).origin, stored)
    const flags = { port: PORT, onlyCategories: CATEGORIES, logLevel: 'error', disableStorageReset: true }
    const { categories, audits } = (await lighthouse(url, flags)).lhr
    const poor = CATEGORIES.flatMap((name) =>
      categories[name].auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${audits[id].displayValue ?? audits[id].title}`),
    )
    const scores = CATEGORIES.map((name) => Math.round(categories[name].score * 100))
    return { scores, performance: scores[0], poor }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
