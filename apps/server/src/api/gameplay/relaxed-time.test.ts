import type { Game } from '@quizmaster/contract/http/games'
import type { PlayerId } from '@quizmaster/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { followGame } from '../../testing/follow-game.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { listen } from '../../testing/realtime-client.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'

describe.each(databaseKinds())('more time to answer in a game on %s', (kind) => {
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let counter = 0
  let host: Player
  let slow: Player
  let other: Player
  beforeAll(async () => {
    app = await buildApp({ kind, content: { 'apples.yaml': topicFile('Apples', 12) } })
    listening = await listen(app)
  })
  afterAll(async () => {
    await listening.close()
    await app.close()
  })
  beforeEach(async () => {
    counter += 1
    await passTime(app, 31_000)
    host = await Player.signIn(app, `host.${counter}@example.com`)
    slow = await Player.signIn(app, `slow.${counter}@example.com`)
    other = await Player.signIn(app, `other.${counter}@example.com`)
  })

  const choose = (player: Player, time_factor: number) =>
    app.call('POST', 'user/api/settings', { token: player.token, body: { time_factor } })
  const idOf = (game: Game, player: Player): PlayerId => {
    const found = game.players.find(({ user_id }) => user_id === player.userId)
    if (!found) throw new Error('not in the game')
    return found.id
  }
  const pointsOf = (game: Game, player: Player) => game.state.points[idOf(game, player)]

  test('a question stays open for the player who has it, and their points count on their own clock', async () => {
    await choose(slow, 2)
    const id = await openLobby([host, slow])
    expect(await host.getGame(id)).not.toHaveProperty('is_relaxed')
    const game = await startGame(host, id)
    const openedAtMs = (game.phase_ends_at ?? 0) - 20_000
    expect(game).toMatchObject({ is_relaxed: true })
    expect(await slow.getGame(id)).toMatchObject({ phase_ends_at: openedAtMs + 40_000, answer_ms: 40_000 })
    await passTime(app, 25_000)
    expect(await host.answer(game, 'Right')).toMatchObject({ status: 409, body: { code: 'too_late' } })
    await slow.answer(game, 'Right', 25_000)
    const closed = await host.getGame(id)
    const spentMs = closed.state.answers[0]?.[idOf(closed, slow)]?.time_spent ?? 0
    expect(spentMs).toBe(Math.round((app.clock.now() - openedAtMs) / 2))
    expect(pointsOf(closed, slow)).toBe(Math.round(1_000 * (1 - spentMs / 40_000)))
    expect(closed.state.answers[0]?.[idOf(closed, host)]).toMatchObject({ answer: null, is_answered: false })
  })

  test('nothing sent to the others, by a call or over a socket, reveals who has it', async () => {
    await choose(slow, 5)
    const id = await openLobby([host, slow, other])
    const { socket, seen } = await followGame(host, listening.port)
    const game = await startGame(host, id)
    await passTime(app, 3_000)
    await other.answer(game, 'Wrong')
    await expect.poll(() => seen.some(({ reason }) => reason === 'answer_committed')).toBe(true)
    await passTime(app, 40_000)
    const views = [...seen.map((update) => update.game), await host.getGame(id), await other.getGame(id)]
    socket.disconnect()
    for (const view of views) {
      if (view?.status !== 'running') continue
      expect(view.phase_ends_at).toBe(game.phase_ends_at)
      expect(view).not.toHaveProperty('answer_ms')
      expect(Object.keys(view.state.answers[0] ?? {})).not.toContain(idOf(view, slow))
    }
    expect(JSON.stringify(views)).not.toMatch(/factor/i)
    expect(Object.keys(views.at(-2)?.state.answers[0] ?? {})).toEqual([])
  })

  test('goes on while its player has no network: they come back to the same deadline and their own points', async () => {
    await choose(slow, 3)
    const id = await openLobby([host, slow])
    const proxy = await startTcpProxy(`http://127.0.0.1:${listening.port}`)
    const { socket, channel, seen, ask } = await followGame(slow, Number(new URL(proxy.url).port))
    const game = await startGame(host, id)
    const openedAtMs = (game.phase_ends_at ?? 0) - 20_000
    await expect.poll(() => seen.at(-1)?.game).toMatchObject({ phase_ends_at: openedAtMs + 60_000 })
    proxy.cut()
    await expect.poll(() => channel.state).not.toBe('joined')
    await host.answer(game, 'Wrong')
    await passTime(app, 35_000)
    await proxy.restore()
    await expect.poll(() => channel.state).toBe('joined')
    expect(await ask()).toMatchObject({
      is_relaxed: true,
      answer_ms: 60_000,
      phase_ends_at: openedAtMs + 60_000,
      state: { current_question_index: 0, answers_info_items: {} },
    })
    await slow.answer(game, 'Right', 35_000)
    await expect.poll(() => seen.at(-1)?.reason).toBe('question_closed')
    socket.disconnect()
    proxy.cut()
    const spentMs = Math.round((app.clock.now() - openedAtMs) / 3)
    expect(pointsOf(await host.getGame(id), slow)).toBe(Math.round(1_000 * (1 - spentMs / 40_000)))
  })

  test('does not delay the others once its player has left', async () => {
    await choose(slow, 10)
    const id = await openLobby([host, slow, other])
    const game = await startGame(host, id)
    await passTime(app, 22_000)
    expect((await host.getGame(id)).state.answers_info_items).toEqual({})
    await slow.post('game/leave')
    expect((await host.getGame(id)).state.answers_info_items).toHaveProperty('0')
    expect((await host.answer(game, 'Right')).body.code).toBe('too_late')
  })

  test('is fixed when the game starts; the next game uses the setting at its own start', async () => {
    const id = await openLobby([host, slow])
    await startGame(host, id)
    await choose(slow, 3)
    expect(await slow.getGame(id)).not.toHaveProperty('answer_ms')
    await host.update({ status: 'finished' })
    const next = dataOf<Game>(await host.post('game/rematch'))
    await startGame(host, next.id)
    expect(await slow.getGame(next.id)).toMatchObject({ answer_ms: 60_000, is_relaxed: true })
  })

  test('is removed from a game that is over', async () => {
    await choose(slow, 1.5)
    const id = await openLobby([host, slow, other])
    await startGame(host, id)
    const stored = async () =>
      JSON.stringify(
        await app.database.db.selectFrom('game').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    expect(await stored()).toContain('timeFactor')
    await host.update({ status: 'finished' })
    expect(await stored()).not.toContain('timeFactor')
  })

  test('a game without a clock: a right answer is worth 1000 at any time, and all are waited for', async () => {
    await choose(slow, 2)
    const id = await openLobby([host, slow])
    expect((await host.update({ settings: { has_clock: 'no' } })).body.errors).toHaveProperty(['settings.has_clock'])
    const { settings } = dataOf<Game>(await host.update({ settings: { has_clock: false } }))
    expect(settings).toMatchObject({ has_clock: false, question_count: 5 })
    const game = await startGame(host, id)
    expect(game).not.toHaveProperty('is_relaxed')
    await host.answer(game, 'Right', 1_000)
    await passTime(app, 120_000)
    expect((await host.getGame(id)).state.answers_info_items).toEqual({})
    await slow.answer(game, 'Right', 20_000)
    const closed = await host.getGame(id)
    expect([pointsOf(closed, host), pointsOf(closed, slow)]).toEqual([1_000, 1_000])
    await passTime(app, 5_000)
    await passTime(app, 301_000)
    expect((await host.getGame(id)).state.answers_info_items).toHaveProperty('1')
  })
})
