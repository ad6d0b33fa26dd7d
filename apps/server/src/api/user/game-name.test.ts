import type { User } from '@quizmaster/contract/http/user'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { followGame } from '../../testing/follow-game.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { listen } from '../../testing/realtime-client.ts'

describe.each(databaseKinds())('the name to play under on %s', (kind) => {
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let counter = 0
  let host: Player
  let guest: Player

  beforeAll(async () => {
    app = await buildApp({ kind })
    listening = await listen(app)
  })
  beforeEach(async () => {
    counter += 1
    await passTime(app, 61_000)
    host = await Player.signIn(app, `host.${counter}@example.com`)
    guest = await Player.signIn(app, `guest.${counter}@example.com`)
  })
  afterAll(async () => {
    await listening.close()
    await app.close()
  })

  const choose = (player: Player, body: unknown) =>
    app.call('POST', 'user/api/game_name', { token: player.token, body: body as object })
  const me = async ({ token }: Player) => dataOf<User>(await app.call('POST', 'user/api/auth/current_user', { token }))
  const named = async ({ token }: Player) =>
    dataOf<{ name_shown: string; is_asked: boolean }>(await app.call('GET', 'user/api/game_name', { token }))
  const namesIn = async (player: Player, id: string) => (await player.getGame(id)).players.map(({ name }) => name)

  test('is asked for once; without an answer the player keeps the digits drawn at sign-up', async () => {
    const before = await named(guest)
    expect(before).toEqual({ name_shown: expect.stringMatching(/^Player \d{4}$/), is_asked: false })
    const account = await me(guest)
    const { status, body } = await choose(guest, { name: null })
    expect({ status, data: body.data }).toEqual({ status: 200, data: account })
    expect(account.display_name).toBeNull()
    expect(await named(guest)).toEqual({ ...before, is_asked: true })
  })

  test('becomes the display name, and the name in the lobby; the others are notified', async () => {
    await host.rename('Hanna Holt')
    const id = await openLobby([host, guest])
    const [, shown] = await namesIn(host, id)
    expect(shown).toBe((await named(guest)).name_shown)
    const { socket, seen } = await followGame(host, listening.port)
    expect((await choose(guest, { name: '  Mira Holt ' })).status).toBe(200)
    await expect.poll(() => seen.map(({ reason }) => reason)).toEqual(['player_renamed'])
    expect(seen[0]?.game?.players.map(({ name }) => name)[1]).toBe('Mira Holt')
    socket.disconnect()
    expect((await namesIn(host, id))[1]).toBe('Mira Holt')
    expect((await me(guest)).display_name).toBe('Mira Holt')
    expect(await named(guest)).toEqual({ name_shown: 'Mira Holt', is_asked: true })
  })

  test('a name that looks like another one in the lobby gets a number there', async () => {
    const id = await openLobby([host, guest])
    await choose(host, { name: 'Anna Smith' })
    await choose(guest, { name: 'ANNA SMITH' })
    expect(await namesIn(host, id)).toEqual(['Anna Smith', 'ANNA SMITH 2'])
    expect((await me(guest)).display_name).toBe('ANNA SMITH')
  })

  test('a running game keeps the name that the others know', async () => {
    const id = await openLobby([host, guest])
    const names = await namesIn(host, id)
    await startGame(host, id)
    expect((await choose(guest, { name: 'Mira Holt' })).status).toBe(200)
    expect((await namesIn(host, id)).toSorted()).toEqual(names.toSorted())
    expect((await me(guest)).display_name).toBe('Mira Holt')
  })

  test.each([
    [{}, 'Display name is a required field'],
    [{ name: '' }, 'Display name is a required field'],
    [{ name: 5 }, 'Display name contains characters that are not allowed'],
    [{ name: 'Mira' }, 'Display name must be at least 5 characters'],
    [{ name: 'm'.repeat(41) }, 'Display name must be at most 40 characters'],
    [{ name: 'Quizmaster support' }, 'This name could be taken for an official one. Please choose another'],
  ])('%j is refused under the field, and the question stays open', async (body, message) => {
    const answer = await choose(guest, body)
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 422, errors: { name: [message] } })
    expect((await named(guest)).is_asked).toBe(false)
  })

  test('cannot be chosen by visitors, nor more than ten times a minute', async () => {
    expect((await app.call('POST', 'user/api/game_name', { body: { name: null } })).status).toBe(401)
    expect((await app.call('GET', 'user/api/game_name')).status).toBe(401)
    for (let turn = 0; turn < 10; turn += 1) expect((await choose(guest, { name: null })).status).toBe(200)
    expect(await choose(guest, { name: null })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })
})
