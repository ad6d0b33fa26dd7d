import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LevelBadges, litBadges, RankImage } from './rank-images.tsx'

afterEach(cleanup)

const images = () => [...document.querySelectorAll('img')]

test.each([
  [0, 0],
  [1, 1],
  [10, 10],
  [11, 1],
  [23, 3],
  [80, 10],
])('level %d lights %d badges', (level, lit) => {
  expect(litBadges(level)).toBe(lit)
  render(<LevelBadges level={level} />)
  expect(images().filter((image) => image.dataset['lit'] === 'true')).toHaveLength(lit)
  expect(screen.getByText(`Level ${lit} of 10 in this rank`)).toBeTruthy()
})

test('the ten badges are pictures 1 to 9, then 0', () => {
  render(<LevelBadges level={23} />)
  expect(images().map((image) => image.getAttribute('src'))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `/img/level-badge-xs-${digit}.png`),
  )
})

test("a rank shows its patch with the server's name as text", () => {
  render(<RankImage rankNumber={3} name="Scout" />)
  expect(screen.getByRole('img', { name: 'Scout' }).getAttribute('src')).toBe('/img/rank-3.png')
})

test('before the first rank no picture is requested', () => {
  render(<RankImage rankNumber={0} name="" />)
  expect(images()).toEqual([])
})
