import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Size {
  width: number
  height: number
}

/** Small phone, phone, desktop (design 3.0, frames B, A and D). */
export const SIZES: readonly Size[] = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** A display name of the greatest length, made of words. */
export const LONG_NAME = 'A name as long as any that may be chosen'

/** Animations longer than this are not waited for: a toast's progress bar, an ad's countdown. */
const LONG_MS = 1_000
/** Animations up to this long stand for reduced motion. */
const INSTANT_MS = 20

/**
 * Expects that the screen fits each of `sizes` at 100 % and 200 % text size, and that axe finds nothing serious in
 * either theme. Checked with reduced motion.
 */
export async function expectGoodLooks(page: Page, name: string, sizes: readonly Size[] = SIZES): Promise<void> {
  await atSizes(page, sizes, (size) => expectNarrow(page, `${name}, ${size}`))
  await page.setViewportSize(sizes[1] ?? sizes[0] ?? { width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, dark`, ['color-contrast'])
}

/** Expects that no word in a heading or control crosses the edge of the screen at any of the sizes. */
export async function expectWholeWords(page: Page, name: string): Promise<void> {
  await atSizes(page, SIZES, (size) => expect.poll(() => cutWords(page), `${name}, ${size}`).toEqual([]))
}

/** Runs the check at each size, with 100 % and 200 % text size. */
async function atSizes(page: Page, sizes: readonly Size[], check: (size: string) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const percent of [100, 200]) {
      await page.evaluate((value) => (document.documentElement.style.fontSize = `${value}%`), percent)
      await drawn(page)
      await check(`${size.width} px, text ${percent} %`)
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
}

/** Waits for fonts, and for transitions, which last 1 ms with reduced motion: they also change sizes. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => movingCount(page, INSTANT_MS), 'what still changes').toBe(0)
}

/** Waits until an element that slides or fades in has come to rest. */
export async function untilAtRest(element: Locator): Promise<void> {
  await element.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)))
}

/** Expects that the page does not scroll sideways. Polls, because a resize takes a moment. */
export async function expectNarrow(page: Page, label: string): Promise<void> {
  await expect.poll(() => tooWide(page), label).toEqual([])
}

/** Expects no serious or critical axe finding, once transitions and fade-ins are over. */
export async function expectAccessible(page: Page, label: string, rules?: string[]): Promise<void> {
  await expect.poll(() => movingCount(page, LONG_MS), `${label}: what still moves`).toBe(0)
  const violations = await findViolations(page, rules)
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
  expect(findings, label).toEqual([])
}

/**
 * What axe finds in the page, by all its rules or by some. The page keeps axe, which is 560 kB, until it is reloaded.
 */
async function findViolations(page: Page, rules?: string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate(async (chosen) => (await axe.run(document, chosen)).violations, options)
}

/** The elements that make the page scroll sideways; empty if it does not. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      `page ${scrollWidth} > ${clientWidth}`,
      ...outside.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ]
  })
}

/** Words of headings and controls that cross an edge of the screen without an ellipsis. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const isMeant = (element: Element | null): boolean => {
      if (!element) return false
      const { textOverflow, clipPath, overflowX } = getComputedStyle(element)
      const isShortened = textOverflow === 'ellipsis' || clipPath !== 'none' || overflowX === 'auto'
      return isShortened || isMeant(element.parentElement)
    }
    const cut: string[] = []
    for (const element of document.querySelectorAll('h1, h2, a, button, label')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || isMeant(element)) continue
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const { left, right, width } = range.getBoundingClientRect()
        if (width > 1 && (left < -1 || right > clientWidth + 1) && !isMeant(node.parentElement)) {
          cut.push(`"${node.textContent}" from ${Math.round(left)} to ${Math.round(right)} of ${clientWidth}`)
        }
      }
    }
    return cut
  })
}

/** The number of running animations of up to `longestMs` on visible elements. Those in closed details never end. */
function movingCount(page: Page, longestMs: number): Promise<number> {
  return page.evaluate((limitMs) => {
    const isDrawn = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= limitMs
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running')
    return moving.filter((animation) => isShort(animation) && isDrawn(animation)).length
  }, longestMs)
}
