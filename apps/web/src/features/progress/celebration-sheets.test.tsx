import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRegions } from '../../ui/feedback/announce.tsx'
import { NewLevel, NewRank } from './celebration-sheets.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const onClose = vi.fn()
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const button = () => screen.queryByRole('button', { name: 'Continue journey' })
const isSeen = (text: string) => screen.getByText(text).closest('[data-shown="false"]') === null
const said = () => document.getElementById('say')?.textContent

function openLevel(level: number) {
  render(
    <>
      <LiveRegions />
      <NewLevel data={{ level, rank: 'Scout', rank_number: 3 }} isOpen onClose={onClose} />
    </>,
  )
}
function openRank(rankNumber: number) {
  render(
    <>
      <LiveRegions />
      <NewRank data={{ level: 31, rank: 'Pathfinder', rank_number: rankNumber }} isOpen onClose={onClose} />
    </>,
  )
}
const patch = (rankNumber: number) =>
  document.querySelector(`img[src="/img/rank-${rankNumber}.png"]`)?.closest('[data-shown]')?.getAttribute('data-shown')

test('a new level is celebrated for 3 s, then its position in the rank is shown', () => {
  openLevel(23)
  expect(screen.getByRole('dialog', { name: 'Congratulations!' })).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Congratulations!')
  expect(isSeen('New level!')).toBe(true)
  expect(document.querySelector('img[width="150"]')?.getAttribute('src')).toBe('/img/level-badge-xs-3.png')
  pass(2_999)
  expect(isSeen("You've reached level 23")).toBe(false)
  expect(said()).toBe('')
  pass(1)
  expect(isSeen("You've reached level 23")).toBe(true)
  expect(isSeen('New level!')).toBe(false)
  expect(screen.getByText('Scout').parentElement?.textContent).toBe('You are progressing in rank Scout')
  expect(patch(3)).toBe('true')
  expect(document.querySelectorAll('[data-lit="true"]')).toHaveLength(3)
})

test('the whole text of a new level is announced once', () => {
  openLevel(23)
  pass(3_000)
  expect(said()).toBe("You are progressing in rank Scout. You've reached level 23")
})

test('the button of a new level appears at 4 s, takes the focus and closes the sheet', () => {
  openLevel(30)
  pass(3_999)
  expect(button()).toBeNull()
  pass(1)
  expect(document.activeElement).toBe(button())
  act(() => button()?.click())
  expect(onClose).toHaveBeenCalledOnce()
})

test('a focused control keeps the focus when the continue button appears', () => {
  openLevel(23)
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => close.focus())
  pass(4_000)
  expect(button()).not.toBeNull()
  expect(document.activeElement).toBe(close)
})

test('the tenth level of a rank shows the badge with the flag', () => {
  openLevel(30)
  expect(document.querySelector('img[width="150"]')?.getAttribute('src')).toBe('/img/level-badge-xs-0.png')
  expect(document.querySelectorAll('[data-lit="true"]')).toHaveLength(10)
})

test('a new rank replaces the old one after 2.2 s', () => {
  openRank(4)
  for (const text of ['Level 31 achieved', 'New rank unlocked', 'Pathfinder']) expect(isSeen(text)).toBe(true)
  pass(2_199)
  expect([patch(3), patch(4)]).toEqual(['true', 'false'])
  pass(1)
  expect([patch(3), patch(4)]).toEqual(['false', 'true'])
  expect(said()).toBe('Level 31 achieved. New rank unlocked. Pathfinder')
})

test.each([
  [1, 4_000],
  [2, 5_000],
  [8, 5_000],
])('the button of rank %d appears at %d ms', (rankNumber, ms) => {
  openRank(rankNumber)
  pass(ms - 1)
  expect(button()).toBeNull()
  pass(1)
  expect(document.activeElement).toBe(button())
})

test('before the first rank no picture is requested', () => {
  openRank(1)
  const pictures = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(pictures).toEqual(['/img/rank-1.png'])
})
