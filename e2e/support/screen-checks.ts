import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What makes the page scroll sideways; nothing where it does not. */
export function tooWide(page: Page): Promise<string[]> {
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
export function cutWords(page: Page): Promise<string[]> {
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

/** What axe calls serious or critical, once the colours have stopped changing: a theme comes by transitions too. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await expect.poll(() => transitionCount(page)).toBe(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

/** Of what is drawn: in closed details they stand still for ever. */
function transitionCount(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isDrawn = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition && isDrawn(animation))
      .length
  })
}
