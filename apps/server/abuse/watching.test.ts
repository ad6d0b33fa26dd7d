import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { afterEach, expect, test } from 'vitest'
import { buildApp, dataOf } from '../src/testing/build-app.ts'
import { openLobby, Player, startGame } from '../src/testing/play.ts'
import { listen } from '../src/testing/realtime-client.ts'
import { WatchClient } from '../src/testing/watch-client.ts'

// Somebody watches a game with a second account to learn the right answer, the next question or who the players are, or
// guesses the ids of games to watch.

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function setUp() {
  const app = await buildApp()
  cleanUps.push(() => app.close())
  const listening = await listen(app)
  cleanUps.push(() => listening.close())
  const host = await Player.signIn(app, 'host@example.com')
  const guest = await Player.signIn(app, 'guest@example.com')
  const spy = await Player.signIn(app, 'spy@example.com')
  const phone = await WatchClient.connect(spy, listening.port)
  cleanUps.push(() => phone.socket.disconnect())
  return { app, host, guest, spy, phone }
}

test('until the question closes a watcher is sent no right answer, no other question and no account', async () => {
  const { app, host, guest, spy, phone } = await setUp()
  const id = await openLobby([host, guest])
  const game = await startGame(host, id)
  const called = JSON.stringify((await spy.watch(id)).body)
  await host.answer(game, 'Right')
  await expect.poll(() => phone.last?.game?.question?.answer_count).toBe(1)
  await phone.ask()
  const sent = [called, ...phone.received].join('\n')
  expect(sent).toContain(JSON.stringify(game.questions[0]?.text).slice(1, -1))
  expect(sent).not.toMatch(/correct|description|user_id|gained/)
  for (const player of [host, guest]) expect(sent).not.toContain(player.userId)
  const { questions } = await app.database.db
    .selectFrom('game_question')
    .select('questions')
    .where('game_id', '=', id)
    .executeTakeFirstOrThrow()
  for (const { shown, bankId } of questions.slice(1)) {
    expect(sent).not.toContain(shown.id)
    expect(sent).not.toContain(bankId)
  }
  expect(sent).not.toContain(questions[0]?.bankId)
})

test('a watcher who gives up the seat, or whose host forces another game, is sent nothing more', async () => {
  const { host, guest, spy, phone } = await setUp()
  const id = await openLobby([host, guest])
  const game = await startGame(host, id)
  await spy.watch(id)
  await spy.post('game/watch/leave')
  await expect.poll(() => phone.last).toBeNull()
  const sentCount = phone.seen.length
  await host.answer(game, 'Right')
  await guest.answer(game, 'Right')
  expect(await phone.ask()).toBeNull()
  expect(phone.seen).toHaveLength(sentCount)
  await spy.watch(id)
  await host.create(true)
  await expect.poll(() => phone.last).toBeNull()
  expect(await phone.ask()).toBeNull()
})

test('guesses at ids of games to watch count by client address, together with joins', async () => {
  const { app, host, guest } = await setUp()
  const id = await openLobby([host, guest])
  await startGame(host, id)
  const statuses: number[] = []
  for (let account = 0; account < 4; account += 1) {
    const { token } = await Player.signIn(app, `guesser${account}@example.com`)
    for (let n = 0; n < 9; n += 1) {
      const body = { id: String(90_000_000 + account * 10 + n) }
      const options = { token, address: '203.0.113.7', body }
      statuses.push((await app.call('POST', 'gameplay/api/game/watch', options)).status)
    }
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(30)
  const late = await Player.signIn(app, 'late@example.com')
  const options = { token: late.token, address: '203.0.113.7', body: { id } }
  expect((await app.call('POST', 'gameplay/api/game/watch', options)).status).toBe(429)
  expect(dataOf<WatchedGame>(await late.watch(id)).id).toBe(id)
})
