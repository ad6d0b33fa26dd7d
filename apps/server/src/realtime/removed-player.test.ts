import type { Game } from '@quizmaster/contract/http/games'
import type { Socket } from 'phoenix'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../testing/build-app.ts'
import { databaseKinds } from '../testing/database.ts'
import { followGame } from '../testing/follow-game.ts'
import { openLobby, passTime, Player, startGame } from '../testing/play.ts'
import { listen } from '../testing/realtime-client.ts'

describe.each(databaseKinds())('a player whom the host removes from the lobby on %s', (kind) => {
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let counter = 0
  let host: Player
  let guest: Player
  let friend: Player
  let id: string
  const sockets: Socket[] = []

  beforeAll(async () => {
    app = await buildApp({ kind })
    listening = await listen(app)
  })
  beforeEach(async () => {
    counter += 1
    await passTime(app, 61_000)
    host = await Player.signIn(app, `host.${counter}@example.com`)
    guest = await Player.signIn(app, `guest.${counter}@example.com`)
    friend = await Player.signIn(app, `friend.${counter}@example.com`)
    id = await openLobby([host, guest, friend])
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })
  afterAll(async () => {
    await listening.close()
    await app.close()
  })

  const remove = (by: Player, userId: unknown) => by.post('game/remove_player', { user_id: userId })
  const follow = async (player: Player, port = listening.port) => {
    const followed = await followGame(player, port)
    sockets.push(followed.socket)
    return followed
  }
  const userIdsIn = (game: Game | null | undefined) => game?.players.map(({ user_id }) => user_id)

  test('is notified, and so are the others', async () => {
    const [removed, other] = [await follow(guest), await follow(friend)]
    const answer = await remove(host, guest.userId)
    expect(answer.status).toBe(200)
    expect(userIdsIn(dataOf<Game>(answer))).toEqual([host.userId, friend.userId])
    await expect.poll(() => removed.seen).toEqual([{ game: null, reason: 'player_removed' }])
    expect(await removed.ask()).toBeNull()
    await expect.poll(() => other.seen.map(({ reason }) => reason)).toEqual(['player_removed'])
    expect(userIdsIn(other.seen[0]?.game)).toEqual([host.userId, friend.userId])
  })

  test('cannot come back to that game, nor see it, but is free to join another one', async () => {
    await remove(host, guest.userId)
    expect(await guest.join(id)).toMatchObject({
      status: 403,
      body: { code: 'removed_from_game', error: 'The host has removed you from this game' },
    })
    await startGame(host, id)
    expect((await guest.join(id)).status).toBe(403)
    expect(await guest.post('game/commit_answer', { answer: null, time_spent: 0 })).toMatchObject({
      status: 409,
      body: { code: 'no_running_game' },
    })
    const elsewhere = await Player.signIn(app, `elsewhere.${counter}@example.com`)
    expect((await guest.join(await openLobby([elsewhere]))).status).toBe(200)
  })

  test('stays out on a new socket and after a restart of the server', async () => {
    await remove(host, guest.userId)
    const { database, clock, mailer } = app
    const restarted = await buildApp({ database, clock, mailer })
    const listeningAgain = await listen(restarted)
    const returned = await follow(guest.through(restarted), listeningAgain.port)
    expect(await returned.ask()).toBeNull()
    expect((await guest.through(restarted).join(id)).status).toBe(403)
    await startGame(host.through(restarted), id)
    expect(await returned.ask()).toBeNull()
    expect(returned.seen).toEqual([])
    returned.socket.disconnect()
    await listeningAgain.close()
    await restarted.close()
  })

  test('may be in the rematch of a game that they were removed from only by joining it', async () => {
    await remove(host, guest.userId)
    await startGame(host, id)
    await host.update({ status: 'finished' })
    const again = dataOf<Game>(await host.post('game/rematch'))
    expect(userIdsIn(again)).toEqual([host.userId, friend.userId])
    expect((await guest.join(again.id)).status).toBe(200)
  })

  test('is removed by the host only, from the lobby only, and once', async () => {
    expect(await remove(guest, friend.userId)).toMatchObject({ status: 403, body: { code: 'not_creator' } })
    expect(await remove(host, host.userId)).toMatchObject({ status: 409, body: { code: 'creator_cannot_leave' } })
    expect((await remove(host, 'nobody')).body.errors).toHaveProperty('user_id')
    expect(await remove(host, '00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const stranger = await Player.signIn(app, `stranger.${counter}@example.com`)
    expect(await remove(stranger, guest.userId)).toMatchObject({ status: 404, body: { code: 'no_game' } })
    const [first, second] = [await remove(host, guest.userId), await remove(host, guest.userId)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(dataOf<Game>(second).version).toBe(dataOf<Game>(first).version)
    await startGame(host, id)
    expect(await remove(host, friend.userId)).toMatchObject({ status: 409, body: { code: 'game_started' } })
  })
})
