import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import { stageTopic } from '@quizmaster/contract/channels/stage'
import { userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { UserId } from '@quizmaster/contract/ids'
import { STAGE_ALPHABET } from '@quizmaster/contract/limits'
import { STAGE_SOCKET_PATH } from '@quizmaster/contract/routes/route'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp, type TestApp, topicFile } from '../src/testing/build-app.ts'
import { maskedTranscript } from '../src/testing/masked-transcript.ts'
import { openLobby, Player, startGame } from '../src/testing/play.ts'
import { join, listen, openSocket, push } from '../src/testing/realtime-client.ts'
import { openStage, openStageSocket, StageClient } from '../src/testing/stage-client.ts'

// A stage needs no account. Somebody uses one to learn the right answer, to read other people's games, or to act; or
// guesses letters, to show something of their own on a stranger's screen.

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function run(options: Parameters<typeof buildApp>[0] = {}) {
  const app = await buildApp(options)
  cleanUps.push(() => app.close())
  const listening = await listen(app)
  cleanUps.push(() => listening.close())
  return { app, port: listening.port }
}

async function connectStage(app: TestApp, port: number): Promise<StageClient> {
  const stage = await StageClient.connect(app, port)
  cleanUps.push(() => stage.socket.disconnect())
  return stage
}

/**
 * Everything that a stage is sent from the start of a game until the host has answered the open question. The lobby is
 * left out: no question has been drawn yet, and how many of its updates are combined into one depends on timing.
 */
async function stageTranscript(rightAnswer: string): Promise<string> {
  const content = { 'apples.yaml': topicFile('Apples', 5).replaceAll(/right: Right (\d)/g, `right: ${rightAnswer}`) }
  const { app, port } = await run({ content })
  const host = await Player.signIn(app, 'host@example.com')
  const guest = await Player.signIn(app, 'guest@example.com')
  await host.rename('Anna Example')
  await guest.rename('Ben Example')
  const stage = await connectStage(app, port)
  const id = await openLobby([host, guest])
  await host.post('game/stage', { letters: await stage.letters() })
  const game = await startGame(host, id)
  await host.answer(game, 'Right')
  await expect.poll(() => stage.seen.at(-1)?.game?.question?.answer_count).toBe(1)
  await stage.ask()
  const received = stage.received.filter((text) => !text.includes('"status":"pending"'))
  return JSON.stringify(received.map((text) => JSON.parse(text)))
}

test('a stage is sent the same bytes whichever answer is right, until the question closes', async () => {
  const [one, twin] = [await stageTranscript('Right $1'), await stageTranscript('Wrong $1b')]
  expect(maskedTranscript(twin)).toBe(maskedTranscript(one))
  expect(twin.length).toBe(one.length)
  for (const transcript of [one, twin]) {
    expect(transcript).toContain('"question":{')
    expect(transcript).not.toMatch(/correct|description|user_id/)
  }
})

test("a stage's token opens nothing but that stage", async () => {
  const { app, port } = await run()
  const host = await Player.signIn(app, 'host@example.com')
  const stage = await connectStage(app, port)
  const other = await openStage(app)
  await openLobby([host])
  await host.post('game/stage', { letters: await stage.letters() })
  const topics = [stageTopic(other.id), activeGameTopic(host.userId as UserId), userStatsTopic(host.userId as UserId)]
  for (const topic of topics) expect((await join(stage.socket, topic)).status, topic).toBe('error')
  for (const event of ['get_active_game', 'get_user_stats', 'commit_answer'])
    expect(await push(stage.channel, event, { user_id: host.userId })).toMatchObject({ status: 'error' })
  // As a bearer token it identifies nobody.
  for (const path of ['game/commit_answer', 'game/stage/stop', 'game/update'])
    expect(await app.call('POST', `gameplay/api/${path}`, { token: stage.token, body: {} }), path).toMatchObject({
      status: 401,
    })
  // Neither the sockets of players nor those of stages accept each other's tokens.
  const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: host.token })).body
  for (const [path, wrong] of [
    [STAGE_SOCKET_PATH, token],
    [STAGE_SOCKET_PATH, await stage.letters()],
    ['/services/gameplay/socket', stage.token],
  ]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}/websocket?vsn=2.0.0&token=${wrong}`)
    const status = await new Promise((resolve) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
      socket.on('error', () => undefined)
    })
    socket.terminate()
    expect(status, path).toBe(403)
  }
})

test('a player of a game cannot follow a stage of it', async () => {
  const { app, port } = await run()
  const player = await Player.signIn(app, 'player@example.com')
  const { id } = await openStage(app)
  const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: player.token })).body
  const socket = openSocket(port, 'gameplay', token)
  cleanUps.push(() => socket.disconnect())
  expect(await join(socket, stageTopic(id))).toMatchObject({ status: 'error', response: { reason: 'unmatched topic' } })
})

test('guesses at letters are refused after 10 a minute and 30 an hour, even the right letters', async () => {
  const { app, port } = await run()
  const guesser = await Player.signIn(app, 'guesser@example.com')
  await openLobby([guesser])
  const stage = await connectStage(app, port)
  const letters = await stage.letters()
  const wrong = Array.from(STAGE_ALPHABET)
    .map((letter) => letter.repeat(4))
    .filter((guess) => guess !== letters)
  const guess = async (guesses: readonly string[]) => {
    const answers = await Promise.all(guesses.map((each) => guesser.post('game/stage', { letters: each })))
    return answers.map(({ status }) => status).filter((status) => status === 422).length
  }
  expect(await guess(wrong.slice(0, 12))).toBe(10)
  expect(await guesser.post('game/stage', { letters })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  app.clock.advance(61_000)
  expect(await guess(wrong.slice(0, 12))).toBe(10)
  app.clock.advance(61_000)
  expect(await guess(wrong.slice(0, 12))).toBe(10)
  app.clock.advance(61_000)
  expect((await guesser.post('game/stage', { letters })).status).toBe(429)
})

test('guesses at letters count by client address, whichever account makes them', async () => {
  const { app } = await run()
  const statuses: number[] = []
  for (let account = 0; account < 4; account += 1) {
    const { token } = await Player.signIn(app, `guesser${account}@example.com`)
    await app.call('POST', 'gameplay/api/game', { token, body: { type: 'fun' } })
    for (const letter of STAGE_ALPHABET.slice(0, 10)) {
      const options = { token, address: '203.0.113.7', body: { letters: letter.repeat(4) } }
      statuses.push((await app.call('POST', 'gameplay/api/game/stage', options)).status)
    }
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('the number of stages that somebody can open is limited', async () => {
  const { app } = await run()
  const open = (address: string) => app.call('POST', 'gameplay/api/stage', { body: {}, address })
  const statuses: number[] = []
  for (let n = 0; n < 25; n += 1) statuses.push((await open('203.0.113.7')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
  expect((await open('203.0.113.8')).status).toBe(200)
})

test('a stage that the host has stopped sees nothing more of the game', async () => {
  const { app, port } = await run()
  const host = await Player.signIn(app, 'host@example.com')
  const guest = await Player.signIn(app, 'guest@example.com')
  const id = await openLobby([host, guest])
  const stage = await connectStage(app, port)
  await host.post('game/stage', { letters: await stage.letters() })
  await host.post('game/stage/stop')
  await expect.poll(() => stage.seen.at(-1)).toEqual({ game: null })
  const seenCount = stage.seen.length
  await startGame(host, id)
  await stage.ask()
  expect(stage.seen).toHaveLength(seenCount)
  expect((await stage.ask()).game).toBeNull()
})

test('a stage that has been deleted is sent no state, though its socket is still open', async () => {
  const { app, port } = await run()
  const { id, token } = await openStage(app)
  const socket = openStageSocket(port, token)
  cleanUps.push(() => socket.disconnect())
  const { channel } = await join(socket, stageTopic(id))
  await app.database.db.deleteFrom('stage').execute()
  expect(await push(channel, 'get_stage', {})).toEqual({ status: 'error', response: { reason: 'stage_gone' } })
})
