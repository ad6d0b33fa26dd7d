import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import type { Socket } from 'phoenix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp, topicFile } from '../testing/build-app.ts'
import { databaseKinds } from '../testing/database.ts'
import { followGame } from '../testing/follow-game.ts'
import { maskedTranscript } from '../testing/masked-transcript.ts'
import { openLobby, Player, startGame } from '../testing/play.ts'
import { join, listen, openSocket, push } from '../testing/realtime-client.ts'

describe.each(databaseKinds())('the game in realtime on %s', (kind) => {
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let host: Player
  let guest: Player
  const sockets: Socket[] = []

  beforeAll(async () => {
    app = await buildApp({ kind, content: { 'apples.yaml': topicFile('Apples', 12) } })
    listening = await listen(app)
    host = await Player.signIn(app, 'host@example.com')
    guest = await Player.signIn(app, 'guest@example.com')
  })
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await listening.close()
    await app.close()
  })

  const follow = async (player: Player) => {
    const followed = await followGame(player, listening.port)
    sockets.push(followed.socket)
    return followed
  }
  const reasons = (seen: readonly GameUpdate[]) => seen.map(({ reason }) => reason)

  test('every player of a game gets its updates, each with their own view', async () => {
    const watched = await follow(guest)
    expect(await watched.ask()).toBeNull()
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await expect.poll(() => reasons(watched.seen)).toEqual(['player_joined', 'starting', 'question_opened'])
    await host.answer(game, 'Right')
    await expect.poll(() => reasons(watched.seen).at(-1)).toBe('answer_committed')
    expect(watched.seen.at(-1)?.game?.state.answers['0']).toEqual({
      [game.players.find((player) => player.user_id === host.userId)?.id ?? '']: {
        answer: null,
        time_spent: null,
        points: null,
        is_pause: false,
        is_answered: true,
      },
    })
    await guest.answer(game, 'Wrong')
    await expect.poll(() => reasons(watched.seen).at(-1)).toBe('question_closed')
    const versions = watched.seen.map(({ game: seen }) => seen?.version ?? 0)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect((await watched.ask())?.version).toBe(versions.at(-1))
    // The game is in the reply only.
    expect(reasons(watched.seen)).not.toContain('snapshot')
    await host.update({ status: 'finished' })
    await host.update({ status: 'archived' })
    await expect.poll(() => reasons(watched.seen).slice(-2)).toEqual(['finished', 'archived'])
    expect(watched.seen.at(-1)?.game?.status).toBe('archived')
    expect(await watched.ask()).toBeNull()
  })

  test('a player who leaves is notified, and the others see them leave', async () => {
    const [hosts, guests] = [await follow(host), await follow(guest)]
    const id = await openLobby([host, guest])
    await guest.post('game/leave')
    await expect.poll(() => guests.seen.at(-1)).toEqual({ game: null, reason: 'player_left' })
    await expect.poll(() => hosts.seen.at(-1)?.reason).toBe('player_left')
    expect(hosts.seen.at(-1)?.game).toMatchObject({ id, players: [{ user_id: host.userId }] })
    await host.update({ status: 'archived' })
  })

  test('a rematch sends one update, of the new game', async () => {
    const id = await openLobby([host, guest])
    await startGame(host, id)
    await host.update({ status: 'finished' })
    const { seen } = await follow(guest)
    const fresh = dataOf<Game>(await host.post('game/rematch'))
    await expect.poll(() => seen.map(({ reason, game }) => [reason, game?.id])).toEqual([['rematch', fresh.id]])
    await host.update({ status: 'archived' })
  })
})

/** Everything a guest is sent over both transports, from the lobby until the host has answered the open question. */
async function transcriptUntilClose(rightAnswer: string): Promise<string> {
  const content = { 'apples.yaml': topicFile('Apples', 5).replaceAll(/right: Right (\d)/g, `right: ${rightAnswer}`) }
  const app = await buildApp({ content })
  const listening = await listen(app)
  const host = await Player.signIn(app, 'host@example.com')
  const guest = await Player.signIn(app, 'guest@example.com')
  await host.rename('Anna Example')
  await guest.rename('Ben Example')
  const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: guest.token })).body
  const socket = openSocket(listening.port, 'gameplay', token)
  const sent: unknown[] = []
  const { channel } = await join(socket, activeGameTopic(guest.userId as UserId))
  channel.on('game_update', (update) => void sent.push(update))
  const id = await openLobby([host, guest])
  const game = await startGame(host, id)
  await host.answer(game, 'Right')
  await expect.poll(() => JSON.stringify(sent)).toContain('answer_committed')
  const chosen = game.questions[0]?.answers.find((answer) => answer.text.startsWith('Right'))
  const refused = await guest.post('game/commit_answer', { answer: null, time_spent: 0 })
  sent.push(
    refused.body,
    (await guest.join(id)).body,
    (await push(channel, 'get_active_game', { user_id: guest.userId })).response,
  )
  sent.push((await guest.post('game/commit_answer', { answer: chosen?.id, time_spent: 0, question_index: 1 })).body)
  socket.disconnect()
  await listening.close()
  await app.close()
  return JSON.stringify(sent)
}

test('two games that differ only in the right answer send the same bytes until the question closes', async () => {
  const [one, twin] = [await transcriptUntilClose('Right $1'), await transcriptUntilClose('Wrong $1b')]
  expect(maskedTranscript(twin)).toBe(maskedTranscript(one))
  expect(twin.length).toBe(one.length)
  for (const transcript of [one, twin]) {
    expect(transcript).toContain('"questions":[{')
    expect(transcript).not.toMatch(/correct|description/)
  }
})
