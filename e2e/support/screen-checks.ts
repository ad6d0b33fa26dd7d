import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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

/** What moves for longer than this is meant to be read meanwhile: a toast's bar, the countdown of an ad. */
const LONG_MS = 1_000
/** What moves for no longer than this is not meant to be seen. */
const INSTANT_MS = 20

/**
 * The screen as it stands: nothing is wider than any of `sizes`, with usual and with large letters, and axe finds
 * nothing serious in either theme. It keeps still meanwhile, as for who wants less motion.
 */
export async function expectGoodLooks(page: Page, name: string, sizes: readonly Size[] = SIZES): Promise<void> {
  await atSizes(page, sizes, (size) => expectNarrow(page, `${name}, ${size}`))
  await page.setViewportSize(sizes[1] ?? sizes[0] ?? { width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, dark`, ['color-contrast'])
}

/** No word of a heading or control goes over an edge of the screen, at any of the sizes. */
export async function expectWholeWords(page: Page, name: string): Promise<void> {
  await atSizes(page, SIZES, (size) => expect.poll(() => cutWords(page), `${name}, ${size}`).toEqual([]))
}

/** Looks at each size, with usual and with large letters. */
async function atSizes(page: Page, sizes: readonly Size[], look: (size: string) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const percent of [100, 200]) {
      await page.evaluate((value) => (document.documentElement.style.fontSize = `${value}%`), percent)
      await drawn(page)
      await look(`${size.width} px, text ${percent} %`)
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
}

/** Sizes come by transitions too, of 1 ms for who wants less motion: waits until they are over. */
export async function drawn(page: Page): Promise<void> {
  await expect.poll(() => movingCount(page, INSTANT_MS), 'what still changes').toBe(0)
}

/** The page does not scroll sideways; asked until it is so, since a resize takes a moment. */
export async function expectNarrow(page: Page, label: string): Promise<void> {
  await expect.poll(() => tooWide(page), label).toEqual([])
}

/** Nothing that axe calls serious or critical, once nothing moves: a theme comes by transitions, a sheet fades in. */
export async function expectAccessible(page: Page, label: string, rules?: string[]): Promise<void> {
  await expect.poll(() => movingCount(page, LONG_MS), `${label}: what still moves`).toBe(0)
  const builder = new AxeBuilder({ page })
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze()
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
  expect(findings, label).toEqual([])
}

/** What makes the page scroll sideways; nothing where it does not. */
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

/** Words of headings and controls that go over an edge of the screen, where no ellipsis says so; nothing if all fit. */
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

/** How many movements of up to `longestMs` are under way, of what is drawn: in closed details they stand still for ever. */
function movingCount(page: Page, longestMs: number): Promise<number> {
  return page.evaluate((limitMs) => {
    const isDrawn = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= limitMs
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running')
    return moving.filter((animation) => isShort(animation) && isDrawn(animation)).length
  }, longestMs)
}
