import type { Locator } from '@playwright/test'
import type { PlayerSeat } from './support/player-seat.ts'
import { expect, SMALL_PHONE, test } from './support/game-table.ts'
import { drawn } from './support/screen-checks.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('with letters of 200 % a name in the lobby stays whole: what is said of the player stands under it', async ({
  table,
}) => {
  const host = await table.seat('Maximiliane von Hohenstein', SMALL_PHONE)
  await table.openLobby(host)
  await enlarge(host)
  const line = host.players.first()
  const name = await box(line.getByText(host.name))
  const tag = await box(line.getByText('Host', { exact: true }))
  expect(tag.y).toBeGreaterThanOrEqual(name.y + name.height)
})

async function enlarge({ page }: PlayerSeat): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await drawn(page)
}

async function box(locator: Locator) {
  const found = await locator.boundingBox()
  if (!found) throw new Error('not drawn')
  return found
}
