import { randomUUID } from 'node:crypto'
import type { Game } from '@quizmaster/contract/http/games'
import { COUNTDOWN_MS, RUNNING_LATE_MS } from '@quizmaster/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryBus } from '../../infra/bus.ts'
import { type Answer, buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { queueForGame } from '../../testing/queue-for-game.ts'
import { buildTwoProcesses } from '../../testing/two-processes.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 12) }

describe.each(databaseKinds())('concurrent calls on %s', (kind) => {
  let app: TestApp
  let other: TestApp
  let closeAll: () => Promise<void>
  const clock = fakeClock()
  let counter = 0
  let host: Player
  let guest: Player

  beforeAll(async () => {
    ;({ one: app, two: other, close: closeAll } = await buildTwoProcesses({ kind, clock, content: CONTENT }))
  })
  afterAll(() => closeAll())
  beforeEach(async () => {
    counter += 1
    await passTime(app, 31_000)
    host = await Player.signIn(app, `host${counter}@example.com`)
    guest = await Player.signIn(app, `guest${counter}@example.com`)
  })

  const queueUp = <Result>(id: string, calls: readonly (() => Promise<Result>)[]) =>
    queueForGame(app.database, id, calls)

  const finishedGame = async () => {
    const id = await openLobby([host, guest])
    await startGame(host, id)
    await host.update({ status: 'finished' })
    return id
  }

  test('a player who guesses game ids has at most 10 guesses a minute', async () => {
    const joins = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? guest : guest.through(other)).join(String(10_000_000 + n))),
    )
    const statuses = joins.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(10).fill(404), ...Array<number>(20).fill(429)])
  })

  test('a game starts with its questions although somebody tries to join at that moment', async () => {
    const id = await openLobby([host, guest])
    const third = await Player.signIn(app, `third${counter}@example.com`)
    const [started] = await queueUp(id, [() => host.update({ status: 'starting' }), () => third.join(id)])
    expect(started).toMatchObject({ status: 200, body: { data: { status: 'starting' } } })
    await passTime(app, COUNTDOWN_MS)
    clock.advance(RUNNING_LATE_MS)
    // Opens the first question from this process's cached state, without loading the game.
    await host.post('game/commit_answer', { answer: randomUUID(), time_spent: 0 })
    const game = await host.getGame(id)
    expect(game.status).toBe('running')
    expect(game.questions).toHaveLength(1)
  })

  test('a player who leaves during a rematch has left the new game', async () => {
    const id = await finishedGame()
    const [again] = await queueUp(id, [() => host.post('game/rematch'), () => guest.post('game/leave')])
    expect((await host.getGame(dataOf<Game>(again as Answer).id)).players.map(({ user_id }) => user_id)).toEqual([
      host.userId,
    ])
  })

  test('a player who forces a new game during a rematch is only in their own', async () => {
    const id = await finishedGame()
    const [again, own] = await queueUp(id, [() => host.post('game/rematch'), () => guest.create(true)])
    expect((await host.getGame(dataOf<Game>(again as Answer).id)).players.map(({ user_id }) => user_id)).toEqual([
      host.userId,
    ])
    expect((await guest.getGame(dataOf<Game>(own as Answer).id)).status).toBe('pending')
  })

  test('a player who joins another game while theirs is being archived is in the other one', async () => {
    const id = await finishedGame()
    const third = await Player.signIn(app, `third${counter}@example.com`)
    const lobby = await openLobby([third])
    const [, joined] = await queueUp(id, [() => host.update({ status: 'archived' }), () => guest.join(lobby)])
    expect(joined).toMatchObject({ status: 200, body: { data: { id: lobby } } })
  })

  test('a player who opens a game during a rematch gets game_exists with the new game', async () => {
    const id = await finishedGame()
    const [again, own] = await queueUp(id, [() => host.post('game/rematch'), () => guest.create()])
    expect(own).toMatchObject({
      status: 409,
      body: {
        code: 'game_exists',
        details: { id: dataOf<Game>(again as Answer).id, status: 'pending', is_creator: false },
      },
    })
  })

  test('an answer to an earlier question is too late, also through a process that missed its end', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    const elsewhere = guest.through(other)
    expect((await elsewhere.answer(game, 'Right')).status).toBe(200)
    expect((await host.answer(game, 'Right')).status).toBe(200)
    await passTime(app, 6_000)
    expect((await host.getGame(id)).state.current_question_index).toBe(1)
    expect(await elsewhere.answer(game, 'Right')).toMatchObject({ status: 409, body: { code: 'too_late' } })
  })

  test('a process continues where another stopped, without loading the game', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    const elsewhere = guest.through(other)
    expect((await elsewhere.answer(game, 'Right')).status).toBe(200)
    expect((await host.answer(game, 'Right')).status).toBe(200)
    await passTime(app, 6_000)
    const next = await host.getGame(id)
    expect(next.state.current_question_index).toBe(1)
    // Otherwise this process, which has not swept for so long, would check for an outage when it gets the answer.
    await other.app.sweepGames()
    const select = vi.spyOn(app.database.db, 'selectFrom')
    expect((await host.answer(next, 'Right')).status).toBe(200)
    expect((await elsewhere.answer(next, 'Right')).status).toBe(200)
    expect(select.mock.calls.filter(([table]) => table === 'game')).toEqual([])
    select.mockRestore()
    const { state } = await host.getGame(id)
    expect(Object.values(state.answers['1'] ?? {}).map(({ is_answered }) => is_answered)).toEqual([true, true])
    expect(state.answers_info_items['1']).toBeDefined()
  })

  test("an answer counts in the player's current game, also through a process that last saw them in another", async () => {
    const first = await openLobby([host, guest])
    const elsewhere = guest.through(other)
    expect((await elsewhere.answer(await startGame(host, first), 'Right')).status).toBe(200)
    await guest.post('game/leave')
    const third = await Player.signIn(app, `third${counter}@example.com`)
    const second = await openLobby([third, guest])
    const game = await startGame(third, second)
    expect((await elsewhere.answer(game, 'Right')).status).toBe(200)
    expect(Object.keys((await third.getGame(second)).state.answers['0'] ?? {})).toHaveLength(1)
    await guest.post('game/leave')
    expect(await elsewhere.answer(game, 'Right')).toMatchObject({ status: 409, body: { code: 'no_running_game' } })
  })

  test('answers from eight players through eight processes at the same time are all stored', async () => {
    const more = await Promise.all(
      Array.from({ length: 6 }, () =>
        buildApp({ database: app.database, bus: createMemoryBus(), clock, content: CONTENT, mailer: app.mailer }),
      ),
    )
    const guests: Player[] = []
    for (let n = 0; n < 6; n += 1) guests.push(await Player.signIn(app, `guest${counter}-${n}@example.com`))
    const id = await openLobby([host, guest, ...guests])
    const game = await startGame(host, id)
    const processes = [app, other, ...more]
    const answers = await Promise.all(
      [host, guest, ...guests].map((player, n) => player.through(processes[n] as TestApp).answer(game, 'Right')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200))
    const { state } = await host.getGame(id)
    expect(Object.values(state.answers['0'] ?? {}).map(({ is_answered }) => is_answered)).toEqual(Array(8).fill(true))
    for (const each of more) await each.close()
  })
})
