import { expect, type GameFixture, test } from './support/game-fixture.ts'
import type { GamePlayer } from './support/game-player.ts'
import { PageNetwork } from './support/page-network.ts'

const LONG_CUT_MS = 60_000

/** A guest in the lobby of a host without an open page. */
async function lobbyPair(games: GameFixture) {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const network = await PageNetwork.of(guest.page)
  const id = await games.open(host, guest)
  await guest.goTo('lobby')
  await expect(guest.players).toHaveCount(2)
  return { host, guest, network, id }
}

/** Takes a player offline for a minute by the server's clock; `meanwhile` is what the others do. */
async function cutForLong(
  { page, games }: GamePlayer,
  network: PageNetwork,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const cutAtMs = await games.quiz.now()
  const line = page.getByText('You are offline', { exact: true })
  await network.cut()
  await expect(line).toBeVisible()
  await meanwhile()
  await expect
    .poll(async () => (await games.quiz.now()) - cutAtMs, { timeout: 2 * LONG_CUT_MS })
    .toBeGreaterThanOrEqual(LONG_CUT_MS)
  await network.restore()
  await expect(line).toHaveCount(0)
}

async function cutInLobby(games: GameFixture): Promise<void> {
  const { guest, network, id } = await lobbyPair(games)
  const friend = await games.newPlayer('Frida Friend')
  await cutForLong(guest, network, () => games.call(friend, `game/${id}/join`))
  await expect(guest.players).toHaveCount(3)
  await guest.expectAt('lobby')
}

async function cutAtStart(games: GameFixture): Promise<void> {
  const { host, guest, network, id } = await lobbyPair(games)
  // Enough to be still playing when the player is back, however slow the machine is.
  await games.call(host, 'game/update', { settings: { question_count: 10 } })
  await Promise.all([
    expect(guest.main.getByText('Get ready')).toBeVisible(),
    games.call(host, 'game/update', { status: 'starting' }),
  ])
  await cutForLong(guest, network, async () => undefined)
  await guest.expectAt('play')
  await guest.expectRightTime(id)
  await expect(async () => {
    const { questions, state } = await games.fetchGame(host, id)
    expect(state.current_question_index, 'questions were missed').toBeGreaterThanOrEqual(1)
    await expect(guest.question).toHaveText(questions.at(-1)?.text ?? '', { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

async function cutAtResults(games: GameFixture): Promise<void> {
  const { host, guest, network, id } = await lobbyPair(games)
  await games.call(host, 'game/update', { status: 'starting' })
  for (let index = 0; index < 5; index += 1) await answerUnseen(games, id, index, [host, guest])
  await guest.expectAt('results')
  const rows = await guest.resultRows(2)
  await cutForLong(guest, network, async () => expect(await guest.resultRows(2)).toEqual(rows))
  await guest.expectAt('results')
  expect(await guest.resultRows(2)).toEqual(rows)
  await games.call(host, 'game/rematch')
  await guest.expectAt('lobby')
}

/**
 * All players give a wrong answer to the question with this index once it is open: five right ones reach a level, whose
 * sheet would cover the results.
 */
async function answerUnseen(
  games: GameFixture,
  id: string,
  index: number,
  players: readonly GamePlayer[],
): Promise<void> {
  const [player] = players
  if (!player) return
  await expect
    .poll(async () => {
      const { status, state } = await games.fetchGame(player, id)
      const isOpen = status === 'running' && !(state.current_question_index in state.answers_info_items)
      return isOpen && state.current_question_index
    })
    .toBe(index)
  const wrong = ((await games.rightIndex(player, id)) + 1) % 4
  const answer = (await games.fetchGame(player, id)).questions.at(-1)?.answers[wrong]?.id
  for (const each of players) await games.call(each, 'game/commit_answer', { answer, time_spent: 1_000 })
}

test('after 60 s offline in the lobby, at the start or at the results a player is back where the others are', async ({
  games,
}) => {
  await Promise.all([cutInLobby(games), cutAtStart(games), cutAtResults(games)])
})
