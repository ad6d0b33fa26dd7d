import { expect, type GameTable, test } from './support/game-table.ts'
import type { PlayerSeat } from './support/player-seat.ts'

const LONG_CUT_MS = 60_000

/** A guest in the lobby of a host who needs no screen. */
async function lobbyPair(table: GameTable) {
  const host = await table.seat('Hannah Host')
  const guest = await table.seat('Gustav Guest')
  const id = await table.open(host, guest)
  await guest.goTo('lobby')
  await expect(guest.players).toHaveCount(2)
  return { host, guest, id }
}

/** Takes the network from a player for a minute, while `meanwhile` happens to the others. */
async function cutForLong({ page }: PlayerSeat, meanwhile: () => Promise<unknown>): Promise<void> {
  const line = page.getByText('You are offline', { exact: true })
  await page.context().setOffline(true)
  await expect(line).toBeVisible()
  await meanwhile()
  await page.waitForTimeout(LONG_CUT_MS)
  await page.context().setOffline(false)
  await expect(line).toHaveCount(0)
}

async function cutInLobby(table: GameTable): Promise<void> {
  const { guest, id } = await lobbyPair(table)
  const friend = await table.seat('Frida Friend')
  await cutForLong(guest, () => table.call(friend, `game/${id}/join`))
  await expect(guest.players).toHaveCount(3)
  await guest.expectAt('lobby')
}

async function cutAtStart(table: GameTable): Promise<void> {
  const { host, guest, id } = await lobbyPair(table)
  await table.call(host, 'game/update', { status: 'starting' })
  await expect(guest.main.getByText('Get ready')).toBeVisible()
  await cutForLong(guest, async () => undefined)
  await guest.expectAt('play')
  await guest.expectRightTime(id)
  const { questions, state } = await table.look(host, id)
  expect(state.current_question_index, 'questions were missed').toBeGreaterThanOrEqual(1)
  await expect(guest.question).toHaveText(questions.at(-1)?.text ?? '')
}

async function cutAtResults(table: GameTable): Promise<void> {
  const { host, guest, id } = await lobbyPair(table)
  await table.call(host, 'game/update', { status: 'starting' })
  for (let index = 0; index < 5; index += 1) await answerUnseen(table, id, index, [host, guest])
  await guest.expectAt('results')
  const rows = await guest.resultRows(2)
  await cutForLong(guest, async () => expect(await guest.resultRows(2)).toEqual(rows))
  await guest.expectAt('results')
  expect(await guest.resultRows(2)).toEqual(rows)
  await table.call(host, 'game/rematch')
  await guest.expectAt('lobby')
}

/** Everybody answers a question, whatever it is, as soon as it is open. */
async function answerUnseen(table: GameTable, id: string, index: number, seats: readonly PlayerSeat[]): Promise<void> {
  const [seat] = seats
  if (!seat) return
  await expect
    .poll(
      async () => {
        const { status, state } = await table.look(seat, id)
        const isOpen = status === 'running' && !(state.current_question_index in state.answers_info_items)
        return isOpen && state.current_question_index
      },
      { timeout: 30_000 },
    )
    .toBe(index)
  const answer = (await table.look(seat, id)).questions.at(-1)?.answers[0]?.id
  for (const each of seats) await table.call(each, 'game/commit_answer', { answer, time_spent: 1_000 })
}

test('without a network for 60 s in the lobby, at the start and at the results a player is then where the friends are', async ({
  table,
}) => {
  await Promise.all([cutInLobby(table), cutAtStart(table), cutAtResults(table)])
})
