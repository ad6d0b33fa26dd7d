import type { ComplainedQuestion } from '@quizmaster/contract/http/admin-questions'
import type { Game } from '@quizmaster/contract/http/games'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { signIn } from '../../testing/sign-in.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 30) }
const REVEAL_MS = 5_000

describe.each(databaseKinds())('complaints about questions of a game on %s', (kind) => {
  let app: TestApp
  let boss: string
  let counter = 0
  beforeAll(async () => {
    app = await buildApp({ kind, env: { ADMIN_EMAILS: 'boss@example.com' }, content: CONTENT })
  })
  afterAll(() => app.close())

  /** Two players, with the first question of their game open. */
  const play = async () => {
    counter += 1
    app.clock.advance(DAY_MS)
    // Complaints of earlier tests, whose questions may be drawn again.
    await app.database.db.deleteFrom('complaint').execute()
    boss = await signIn(app, 'boss@example.com')
    const host = await Player.signIn(app, `host.${counter}@example.com`)
    const guest = await Player.signIn(app, `guest.${counter}@example.com`)
    const id = await openLobby([host, guest])
    return { host, guest, id, game: await startGame(host, id) }
  }
  const complain = (player: Player, body: object) => player.post('game/complain', body)
  const complaintAbout = async ({ questions }: Game, index: number) => {
    const answer = await app.call('GET', 'admin/api/v2/complaints', { token: boss })
    const listed = dataOf<{ questions: ComplainedQuestion[] }>(answer).questions
    return listed.find(({ question }) => question.text === questions[index]?.text)
  }

  test('a player reports a question of the finished game by its index', async () => {
    const { host, guest, id, game } = await play()
    for (const player of [host, guest]) await player.answer(game, 'Wrong')
    await passTime(app, REVEAL_MS)
    await host.update({ status: 'finished' })
    const { questions } = await guest.getGame(id)
    expect(questions).toHaveLength(2)
    const complaint = { question_index: 1, reason: 'answers', comment: 'Two are right' }
    expect(await complain(guest, complaint)).toMatchObject({ status: 200, body: { data: {} } })
    expect(await complaintAbout({ ...game, questions }, 1)).toMatchObject({
      player_count: 1,
      reasons: { answers: 1 },
      comments: [{ reason: 'answers', comment: 'Two are right' }],
      reporters: [{ user_id: guest.userId }],
    })
    expect(await complaintAbout({ ...game, questions }, 0)).toBeUndefined()
  })

  test('only what the game has asked can be reported, and only once it is finished', async () => {
    const { host, guest, game } = await play()
    expect(await complain(guest, { question_index: 0 })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await host.update({ status: 'finished' })
    expect(await complain(guest, { question_index: 1 })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await complaintAbout(game, 0)).toBeUndefined()
    await guest.post('game/leave')
    expect(await complain(guest, { question_index: 0 })).toMatchObject({ status: 404, body: { code: 'no_game' } })
  })

  test.each([{}, { question_index: -1 }, { question_index: 0.5 }, { question_index: 0, reason: 'rude' }])(
    'a complaint such as %o is refused',
    async (body) => {
      const { guest } = await play()
      expect(await complain(guest, body)).toMatchObject({ status: 422 })
    },
  )

  test('complaints from games and from practice share a limit', async () => {
    const { host, guest } = await play()
    await host.update({ status: 'finished' })
    for (let n = 0; n < 10; n += 1) expect(await complain(guest, { question_index: 0 })).toMatchObject({ status: 200 })
    expect(await complain(guest, { question_index: 0 })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })
})
