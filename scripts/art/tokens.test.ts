import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, mix } from './contrast.ts'

type Theme = Record<string, string>

const css = readFileSync(new URL('../../apps/web/src/styles/tokens.css', import.meta.url), 'utf8')

/** The colour tokens in the block of a selector. */
function themeOf(selector: string): Theme {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no block for ${selector}`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function color(theme: Theme, name: string): string {
  const value = name.startsWith('#') ? name : theme[name]
  if (value === undefined) throw new Error(`no token --${name}`)
  return value
}

const THEMES: Record<string, Theme> = { light: themeOf("[data-theme='light']"), dark: themeOf("[data-theme='dark']") }

/** Text and its background: at least 4.5 to 1. */
const TEXT_PAIRS = [
  'ink on bg',
  'ink on surface',
  'ink on surface-2',
  'ink-2 on bg',
  'ink-2 on surface',
  'ink-2 on surface-2',
  'ink-3 on bg',
  'ink-3 on surface',
  'ink-3 on surface-2',
  'on-brand on brand',
  'on-blaze on blaze',
  'blaze-text on surface',
  'blaze-text on bg',
  'on-ok on ok',
  'ok-text on ok-soft',
  'ink on ok-soft',
  'on-bad on bad',
  'bad-text on bad-soft',
  'bad-text on surface',
  'ink on bad-soft',
  'warn on warn-soft',
  'info on info-soft',
  'on-gold on gold',
  'gold-text on surface',
  'on-a-peak on a-peak',
  'on-a-sun on a-sun',
  'on-a-drop on a-drop',
  'on-a-moon on a-moon',
  'bad-text on bg',
  'on-brand on selected',
  'on-played on played',
  'surface on played',
  '#ffffff on on-blaze',
]

/** Controls, borders and shapes: at least 3 to 1. */
const SHAPE_PAIRS = [
  'line-strong on surface',
  'line-strong on bg',
  'focus on bg',
  'focus on surface',
  'ok on surface',
  'bad on surface',
  'a-peak on surface',
  'e-drop on surface',
  'e-sun on surface',
  'a-moon on surface',
  'selected-ring on bg',
  'bar on surface-2',
  'timer on surface-2',
  'played on surface',
  'column on surface',
]

describe.each(Object.entries(THEMES))('in the %s theme', (_name, theme) => {
  const ratio = (pair: string) => {
    const [front = '', ground = ''] = pair.split(' on ')
    return contrast(color(theme, front), color(theme, ground))
  }

  test.each(TEXT_PAIRS)('%s can be read (4.5 to 1)', (pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(SHAPE_PAIRS)('%s can be made out (3 to 1)', (pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3)
  })

  test.each(['peak', 'sun', 'drop', 'moon'])('the %s stands out on its tile in the answer', (shape) => {
    const ink = color(theme, `on-a-${shape}`)
    expect(contrast(ink, mix(ink, color(theme, `a-${shape}`), 0.16))).toBeGreaterThanOrEqual(3)
  })

  test.each(['peak', 'sun', 'drop', 'moon'])('the dimmed %s answer stays readable while waiting', (shape) => {
    const ground = mix(color(theme, `a-${shape}`), color(theme, 'surface'), 0.34)
    expect(contrast(color(theme, 'ink'), ground)).toBeGreaterThanOrEqual(4.5)
  })
})

test('the dark theme has the same colours whether chosen or taken from the system', () => {
  expect(themeOf(":root:not([data-theme='light'])")).toEqual(THEMES['dark'])
})

test('both themes define the same tokens', () => {
  expect(Object.keys(THEMES['dark'] ?? {}).toSorted()).toEqual(Object.keys(THEMES['light'] ?? {}).toSorted())
})

test('contrast follows the formula of WCAG: black on white is 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#777777')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
