import { expect, type Page } from '@playwright/test'
import type { GameFixture } from './game-fixture.ts'

export const TV = { width: 1280, height: 720 }
const LETTERS = /^[BCDFHJKMPRTVXZ]{4}$/
/** The minimum height of text, as a fraction of the screen's height. */
const MIN_TEXT_HEIGHT = 0.03

/** A stage in a browser of its own, which shows its letters. `query` begins with `?`. */
export async function openStage(games: GameFixture, query = ''): Promise<Page> {
  const stage = await games.newVisitor(TV)
  await stage.goto(`/stage${query}`)
  await expect(stage.getByRole('heading', { name: 'Show a game here' })).toBeVisible()
  return stage
}

/** The letters that a stage shows, once it does. */
export async function lettersOn(stage: Page): Promise<string> {
  const said = stage.getByText(/^Letters: /)
  await expect(said).toBeAttached()
  const letters = (await said.innerText()).replace('Letters: ', '').replaceAll(', ', '')
  expect(letters).toMatch(LETTERS)
  return letters
}

/**
 * Expects that a stage does not scroll, and that no text is too small, outside the screen or cut off, except names,
 * which may end in an ellipsis. Call it with reduced motion, so that everything is in its place.
 */
export async function expectLegible(stage: Page, name: string): Promise<void> {
  await stage.evaluate(() => document.fonts.ready)
  await expect.poll(() => illegible(stage), name).toEqual([])
}

function illegible(stage: Page): Promise<string[]> {
  return stage.evaluate((lowest) => {
    const found: string[] = []
    const { scrollWidth, scrollHeight } = document.documentElement
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push('the page scrolls')
    const isClipped = (element: Element) => getComputedStyle(element).overflowY !== 'visible'
    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element } = node
      const text = node.textContent?.trim()
      if (!element || !text || element.closest('.sr') || !element.checkVisibility()) continue
      const { fontSize, textOverflow, webkitLineClamp } = getComputedStyle(element)
      if (Number.parseFloat(fontSize) < innerHeight * lowest) found.push(`low: ${text}`)
      const range = document.createRange()
      range.selectNodeContents(node)
      // A name that ends in an ellipsis has lines that are not drawn.
      const box = (webkitLineClamp === 'none' ? range : element).getBoundingClientRect()
      // A line's box is higher than its letters.
      const slack = Number.parseFloat(fontSize) / 4
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (around !== document.documentElement && !isClipped(around)) continue
        const frame =
          around === document.documentElement
            ? new DOMRect(0, 0, innerWidth, innerHeight)
            : around.getBoundingClientRect()
        const isHigher = box.top < frame.top - slack || box.bottom > frame.bottom + slack
        const isWider = box.left < frame.left - 1 || (box.right > frame.right + 1 && textOverflow !== 'ellipsis')
        if (isHigher || isWider) found.push(`cut off: ${text}`)
      }
    }
    return found
  }, MIN_TEXT_HEIGHT)
}
