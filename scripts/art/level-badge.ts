import { round, svgFile } from './svg.ts'

const ROWS = [4, 3, 2, 1] as const
const ROW_HEIGHT = 8.3
const STONE_GAP = 9.4
const BASE_Y = 38

/** The ten stones, from the bottom left to the top. */
function stonePlaces(): { x: number; y: number }[] {
  return ROWS.flatMap((count, row) =>
    Array.from({ length: count }, (_, column) => ({
      x: 24 + (column - (count - 1) / 2) * STONE_GAP,
      y: BASE_Y - row * ROW_HEIGHT,
    })),
  )
}

function litStone(x: number, y: number, fill: string): string {
  return `<rect x="${round(x - 4.2)}" y="${round(y - 3.6)}" width="8.4" height="7.2" rx="3.4" fill="${fill}"/>`
}

function emptyStone(x: number, y: number): string {
  return `<rect x="${round(x - 3.6)}" y="${round(y - 3)}" width="7.2" height="6" rx="3" fill="none" stroke="#5FA196" stroke-width="1.3"/>`
}

const GREEN_TILE =
  '<rect x="2" y="2" width="44" height="44" rx="13" fill="#0F4A43"/><rect x="3" y="3" width="42" height="42" rx="12" fill="none" stroke="#2E7A6E" stroke-width="2"/>'
const GOLD_TILE =
  '<rect x="2" y="2" width="44" height="44" rx="13" fill="#F2B632"/><rect x="3" y="3" width="42" height="42" rx="12" fill="none" stroke="#A86E00" stroke-width="2"/>'
const FLAG =
  '<path d="M24 12V4.5" stroke="#7A3A06" stroke-width="1.8" stroke-linecap="round"/><path d="M24.5 4l8 2.6-8 2.8z" fill="#D2452F"/>'

/**
 * The badge for the last digit of a level: ten stones form a peak, with one lit for each level that is
 * complete in this rank, the latest one white. 0 is the tenth: all gold, with the flag (design 2.7).
 */
export function levelBadge(lastDigit: number): string {
  const isComplete = lastDigit === 0
  const lit = isComplete ? 10 : lastDigit
  const stones = stonePlaces().map(({ x, y }, index) => {
    if (index >= lit) return emptyStone(x, y)
    if (isComplete) return litStone(x, y, '#7A3A06')
    return litStone(x, y, index === lit - 1 ? '#FFFFFF' : '#FF8A4D')
  })
  return svgFile(48, 48, (isComplete ? GOLD_TILE : GREEN_TILE) + stones.join('') + (isComplete ? FLAG : ''))
}
