import type { Locator } from '@playwright/test'
import type { GamePlayer } from './support/game-player.ts'
import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import { keepReveals } from './support/reveal-hold.ts'
import { drawn } from './support/screen-checks.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test("with 200 % text a name in the lobby is not cut: the player's labels are below it", async ({ games }) => {
  const host = await games.newPlayer('Maximiliane von Hohenstein', SMALL_PHONE)
  await games.openLobby(host)
  // This is loaded lazily and moves what is below it.
  await expect(host.main.getByText('How to set it up')).toBeVisible()
  await enlarge(host)
  const line = host.players.first()
  const name = await box(line.getByText(host.name))
  const tag = await box(line.getByText('Host', { exact: true }))
  expect(tag.y).toBeGreaterThanOrEqual(name.y + name.height)
})

test("with 200 % text the player's own row of the results is clear of the buttons below", async ({ games }) => {
  const host = await games.newPlayer('Hannah Host', SMALL_PHONE)
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  await games.openLobby(host, guest)
  await games.start(host, guest)
  await games.call(host, 'game/update', { status: 'finished' })
  await host.expectAt('results')
  await expect(host.results.last(), 'of those without points the name decides').toContainText(host.name)
  await enlarge(host)
  await expect(async () => {
    const row = await box(host.results.last().getByRole('cell').first())
    const dock = await box(host.page.getByRole('region', { name: 'What’s next' }))
    expect(row.y + row.height).toBeLessThanOrEqual(dock.y + 1)
  }).toPass({ timeout: 60_000 })
})

test('with 200 % text the last of eleven players sees their own row, with its place beside the name', async ({
  games,
}) => {
  const me = await games.newPlayer('Mira Holt', SMALL_PHONE)
  const others = await Promise.all(Array.from({ length: 10 }, (_, index) => games.newPlayer(`Friend ${index}`)))
  await keepReveals(me.page)
  const id = await games.open(me, ...others)
  await me.goTo('lobby')
  await games.start(me)
  await enlarge(me)
  // All give the same answer, so the time decides.
  const answer = (await games.fetchGame(me, id)).questions.at(-1)?.answers[0]?.id
  for (const player of others) await games.call(player, 'game/commit_answer', { answer, time_spent: 0 })
  await games.call(me, 'game/commit_answer', { answer, time_spent: 20_000 })
  const own = me.ranking.and(me.page.locator('[aria-current=true]'))
  await expect(own).toContainText(me.name)
  await expect(own).toBeInViewport({ ratio: 1 })
  const [place, name] = await own.evaluate((row) =>
    [row.firstElementChild, row.querySelector('[title]')].map((part) => {
      const words = document.createRange()
      words.selectNodeContents(part ?? row)
      return words.getBoundingClientRect()
    }),
  )
  expect(place?.right).toBeLessThanOrEqual(name?.left ?? 0)
})

async function enlarge({ page }: GamePlayer): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await drawn(page)
}

async function box(locator: Locator) {
  const found = await locator.boundingBox()
  if (!found) throw new Error('not drawn')
  return found
}
