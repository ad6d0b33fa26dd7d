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
