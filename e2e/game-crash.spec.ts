import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from '@playwright/test'
import { QuizServer } from './support/quiz-server.ts'

interface Game {
  id: string
  status: string
  version: number
  questions: { answers: { id: string }[] }[]
  players: { id: string; user_id: string }[]
  phase_ends_at: number | null
  state: {
    current_question_index: number
    points: Record<string, number>
    answers: Record<string, Record<string, { answer: string | null; is_answered: boolean; is_pause: boolean }>>
    answers_info_items: Record<string, { correct_answer_id: string }>
  }
}

const postgresUrl = process.env['TEST_DATABASE_URL']
const KINDS = postgresUrl ? (['embedded', 'postgres'] as const) : (['embedded'] as const)

/** A server with its own database. */
async function startServer(kind: (typeof KINDS)[number]): Promise<QuizServer> {
  if (kind === 'embedded' || !postgresUrl) return QuizServer.start()
  const name = `crash_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return QuizServer.start({ DATABASE_URL: url.href, SECRET_KEY: 'a secret for this test only' })
}

// The tests mostly wait for the game's clock and for servers to start, which takes long on a busy machine.
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

const disposals: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose()
})

/** A server and two signed-in players, with the calls that the tests make. */
async function setUp(kind: (typeof KINDS)[number]) {
  const quiz = await startServer(kind)
  disposals.push(() => quiz.dispose())
  const [host, guest] = await Promise.all([
    quiz.signIn(`host-${kind}@example.com`),
    quiz.signIn(`guest-${kind}@example.com`),
  ])
  const post = async (token: string, path: string, body: unknown = {}) => quiz.post(`gameplay/api/${path}`, body, token)
  const dataOf = (answer: Record<string, unknown>) => answer['data'] as Game
  const look = async (token: string, id: string) => dataOf(await post(token, `game/${id}/join`))
  const crash = async () => {
    await quiz.end('SIGKILL')
    await quiz.start()
  }
  const until = (token: string, id: string, isThere: (game: Game) => boolean) =>
    expect.poll(async () => isThere(await look(token, id)), { intervals: [200] }).toBe(true)
  /** Opens a lobby of five questions with both players; returns its id. */
  const openLobby = async () => {
    const { id } = dataOf(await post(host, 'game', { type: 'fun' }))
    const topics = (await (await fetch(`${quiz.url}/services/gameplay/api/topic/random_list?count=3`)).json()) as {
      data: { id: string }[]
    }
    await post(host, 'game/update', { settings: { topics: topics.data.map((topic) => topic.id), question_count: 5 } })
    await post(guest, `game/${id}/join`)
    return id
  }
  return { quiz, host, guest, post, dataOf, look, crash, until, openLobby }
}

for (const kind of KINDS) {
  test(`a game survives kill -9 in every phase, ${kind}: no acknowledged answer is lost and both players see the same results`, async () => {
    const { quiz, host, guest, post, dataOf, look, crash, until, openLobby } = await setUp(kind)

    // Pending: players, topics and id survive.
    const id = await openLobby()
    const lobby = await look(host, id)
    await crash()
    expect(await look(guest, id)).toMatchObject({ status: 'pending', players: lobby.players, version: lobby.version })

    // Starting: the countdown ends by itself.
    expect(dataOf(await post(host, 'game/update', { status: 'starting' })).status).toBe('starting')
    await crash()
    await until(guest, id, (game) => game.status === 'running')

    // Question open, one answer acknowledged: the answer survives, and the lost time is given back.
    const open = await look(host, id)
    const answerId = open.questions[0]?.answers[0]?.id
    expect(await post(host, 'game/commit_answer', { answer: answerId, time_spent: 1_000 })).toEqual({ data: {} })
    await crash()
    const after = await look(host, id)
    expect(Object.values(after.state.answers['0'] ?? {}).map((entry) => entry.answer)).toContain(answerId)
    expect(after.state.current_question_index).toBe(0)
    expect(after.phase_ends_at ?? 0).toBeGreaterThanOrEqual(open.phase_ends_at ?? 0)

    // Reveal: points are awarded exactly once.
    expect(await post(guest, 'game/commit_answer', { answer: answerId, time_spent: 1_000 })).toEqual({ data: {} })
    const revealed = await look(guest, id)
    expect(revealed.state.answers_info_items['0']).toBeDefined()
    await crash()
    const stillRevealed = await look(guest, id)
    expect(stillRevealed.state.points).toEqual(revealed.state.points)
    expect(stillRevealed.state.answers['0']).toEqual(revealed.state.answers['0'])

    // The players answer each remaining question as soon as it is open.
    const acknowledged = new Map([[0, answerId]])
    for (let index = 1; index < 5; index += 1) {
      await until(host, id, (game) => game.state.current_question_index === index)
      const game = await look(host, id)
      const chosen = game.questions[index]?.answers[index % 4]?.id
      for (const token of [host, guest]) {
        expect(await post(token, 'game/commit_answer', { answer: chosen, time_spent: 500 })).toEqual({ data: {} })
      }
      acknowledged.set(index, chosen)
    }
    await until(host, id, (game) => game.status === 'finished')
    const results = await look(host, id)

    // Finished: both players get byte-identical results.
    await crash()
    const [mine, theirs] = [await look(host, id), await look(guest, id)]
    expect(mine.state).toEqual(results.state)
    expect(theirs.state).toEqual(results.state)
    expect(theirs.players).toEqual(results.players)
    for (const [index, chosen] of acknowledged) {
      const entries = Object.values(mine.state.answers[String(index)] ?? {})
      expect(entries.map((entry) => entry.answer)).toEqual([chosen, chosen])
    }
    expect(quiz.output).not.toMatch(/unhandled|uncaught/i)
  })

  test(`with relaxed time each player keeps their own clock through kill -9, ${kind}, and gets the lost time back`, async () => {
    const { quiz, host, guest, post, look, crash, until, openLobby } = await setUp(kind)
    await quiz.post('user/api/settings', { time_factor: 5 }, host)
    await quiz.post('user/api/settings', { time_factor: 10 }, guest)
    const id = await openLobby()
    await post(host, 'game/update', { status: 'starting' })
    await crash()
    await until(guest, id, (game) => game.status === 'running')
    const before = await look(guest, id)
    await crash()
    const [hosts, guests] = [await look(host, id), await look(guest, id)]
    expect(hosts).toMatchObject({ is_relaxed: true, answer_ms: 100_000, state: { current_question_index: 0 } })
    expect(guests).toMatchObject({ is_relaxed: true, answer_ms: 200_000 })
    expect(guests.phase_ends_at ?? 0).toBeGreaterThanOrEqual(before.phase_ends_at ?? 0)
    expect((guests.phase_ends_at ?? 0) - (hosts.phase_ends_at ?? 0)).toBe(100_000)

    const answer = guests.questions[0]?.answers[0]?.id
    expect(await post(guest, 'game/commit_answer', { answer, time_spent: 150_000 })).toEqual({ data: {} })
    await crash()
    // Each sees only their own answer, so that nobody can tell who has more time.
    expect((await look(host, id)).state.answers['0']).toEqual({})
    const [own = ''] = Object.keys((await look(guest, id)).state.answers['0'] ?? {})
    expect(await post(host, 'game/commit_answer', { answer, time_spent: 1_000 })).toEqual({ data: {} })
    const { state } = await look(host, id)
    expect(state.answers['0']?.[own]).toMatchObject({ answer, time_spent: 15_000, is_answered: true })
    expect(state.points[own]).toBe(state.answers_info_items['0']?.correct_answer_id === answer ? 625 : 0)
  })
}
