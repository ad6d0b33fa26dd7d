import type { Game } from '@quizmaster/contract/http/games'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../src/testing/build-app.ts'
import { openLobby, passTime, Player, startGame } from '../src/testing/play.ts'

// A player can take another's name with look-alike letters, hide characters in it, or cover other lines with marks.

let app: TestApp
beforeAll(async () => {
  app = await buildApp()
})
afterAll(() => app.close())

const rename = ({ token, userId }: Player, displayName: string) =>
  app.call('POST', 'user/api/update_profile', { token, body: { id: userId, displayName } })

test.each([
  ['an invisible character', 'Anna\u200b Smith'],
  ['marks in a pile', 'A\u0336\u0321\u0328\u0354nna Smith'],
])('a name with %s is refused under its field', async (what, name) => {
  const player = await Player.signIn(app, `${what.replaceAll(' ', '.')}@example.com`)
  expect(await rename(player, name)).toMatchObject({
    status: 422,
    body: { errors: { displayName: ['Display name contains characters that are not allowed'] } },
  })
})

test('in one game no two names look alike, and the names stay as they are in the rematch', async () => {
  const names = ['Anna Smith', '\u0410nna Sm\u0456th', 'ANNA  SMITH', 'Ben Miller']
  const players: Player[] = []
  for (const name of names) {
    const player = await Player.signIn(app, `player.${players.length}@example.com`)
    expect((await rename(player, name)).status).toBe(200)
    players.push(player)
  }
  const [host, ...guests] = players as [Player, ...Player[]]
  const id = await openLobby([host, ...guests])
  const shown = ['Anna Smith', '\u0410nna Sm\u0456th 2', 'ANNA  SMITH 3', 'Ben Miller']
  const namesIn = (game: Game) => game.players.map(({ name }) => name)
  expect(namesIn(await host.getGame(id))).toEqual(shown)
  await startGame(host, id)
  await passTime(app, 1_000)
  await host.update({ status: 'finished' })
  const again = dataOf<Game>(await host.post('game/rematch'))
  expect(namesIn(again).toSorted()).toEqual(shown.toSorted())
})

test('a name from before these rules is shown to others without what is no longer allowed', async () => {
  const [host, guest] = [await Player.signIn(app, 'old.host@example.com'), await Player.signIn(app, 'old@example.com')]
  await app.database.db
    .updateTable('app_user')
    .set({ display_name: 'Ca\u200brla\u0335\u0335\u0336\u0337 Old' })
    .where('id', '=', guest.userId)
    .execute()
  const id = await openLobby([host, guest])
  expect((await host.getGame(id)).players[1]?.name).toBe('Carla\u0335\u0336 Old')
})
