import type { Game } from '@quizmaster/contract/http/games'
import type { QuestionId } from '@quizmaster/contract/ids'
import { createRng, drawQuestions, type Rng, type Seed } from '@quizmaster/engine/draw'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../src/testing/build-app.ts'
import { type DatabaseKind, databaseKinds } from '../src/testing/database.ts'
import { passTime, Player } from '../src/testing/play.ts'
import { listen } from '../src/testing/realtime-client.ts'
import { listUnknownCalls, Spy } from '../src/testing/spy.ts'

// A player tries to learn the questions of a game before they open, from what their token gives access to, or to steer
// the draw.

const CONTENT = { 'apples.yaml': topicFile('Apples', 12), 'pears.yaml': topicFile('Pears', 12) }
const QUESTION_COUNT = 5
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Setting {
  app: TestApp
  host: Player
  guest: Player
  topicIds: string[]
  gameId: string
  /** Draws the questions of the game with this seed. All other draws have the same seed in every run. */
  start(seed: Seed): Promise<void>
}

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** A lobby of two players with both topics. */
async function openGame(kind: DatabaseKind): Promise<Setting> {
  let next: Rng | null = null
  const newRng = () => {
    const rng = next ?? createRng([1, 2, 3, 4])
    next = null
    return rng
  }
  // Sweeps by the timer would come at different times of the fake clock in each run.
  const app = await buildApp({ kind, content: CONTENT, newRng, sweepGamesEveryMs: DAY_MS })
  apps.push(app)
  const host = await Player.signIn(app, 'anna@example.com')
  const guest = await Player.signIn(app, 'ben@example.com')
  await host.rename('Anna Example')
  await guest.rename('Ben Example')
  const topicIds = await listTopicIds(app)
  const { id: gameId } = dataOf<Game>(await host.create())
  await host.update({ settings: { topics: topicIds, question_count: QUESTION_COUNT } })
  await guest.join(gameId)
  const start = async (seed: Seed) => {
    app.clock.advance(1_000)
    next = createRng(seed)
    expect((await host.update({ status: 'starting' })).status).toBe(200)
  }
  return { app, host, guest, topicIds, gameId, start }
}

async function openFirstQuestion({ app, host }: Setting): Promise<void> {
  await passTime(app, 3_000)
  await host.update({ status: 'running' })
}

async function listTopicIds(app: TestApp): Promise<string[]> {
  const rows = await app.database.db.selectFrom('topic').select('id').orderBy('text').execute()
  return rows.map(({ id }) => id)
}

/** The questions of every topic. */
async function listCandidates(app: TestApp): Promise<QuestionId[][]> {
  const rows = await app.database.db.selectFrom('question').select(['id', 'topic_id']).orderBy('id').execute()
  const idsOf = (topicId: string) => rows.filter((row) => row.topic_id === topicId).map(({ id }) => id as QuestionId)
  return (await listTopicIds(app)).map(idsOf)
}

/** Everything that the host receives before the start, in the countdown, and at each question and its reveal. */
async function spyOn(kind: DatabaseKind, seed: Seed, questionCount: number): Promise<string[]> {
  const setting = await openGame(kind)
  const { app, host, gameId } = setting
  const listening = await listen(app)
  const spy = await Spy.connect(host, gameId, listening.port)
  const stages = [await spy.fetchAll()]
  await setting.start(seed)
  stages.push(await spy.fetchAll())
  for (let asked = 0; asked < questionCount; asked += 1) {
    if (asked === 0) await openFirstQuestion(setting)
    else await passTime(app, 5_000)
    stages.push(await spy.fetchAll())
    await passTime(app, 21_000)
    stages.push(await spy.fetchAll())
  }
  spy.disconnect()
  await listening.close()
  return withoutRandomIds(app, stages, gameId)
}

/** Numbers ids that differ in every run (of users, players, games, their questions) in order of appearance. */
async function withoutRandomIds(app: TestApp, texts: readonly string[], gameId: string): Promise<string[]> {
  const rows = await app.database.db.selectFrom('question').select(['id', 'topic_id', 'answers']).execute()
  const bankIds = new Set(rows.flatMap(({ id, topic_id, answers }) => [id, topic_id, ...answers.map((one) => one.id)]))
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `id ${names.size}`
    names.set(id, name)
    return name
  }
  return texts.map((text) =>
    text.replaceAll(gameId, 'the game').replaceAll(UUID, (id) => (bankIds.has(id) ? id : nameOf(id))),
  )
}

/** Two seeds whose draws agree in the first `shared` questions, but not in the next one. */
async function findTwinSeeds(kind: DatabaseKind, shared: number): Promise<[Seed, Seed]> {
  const app = await buildApp({ kind, content: CONTENT })
  apps.push(app)
  const candidates = await listCandidates(app)
  const draw = (seed: Seed) =>
    drawQuestions({ candidates, count: QUESTION_COUNT, seenAtMs: new Map(), rng: createRng(seed) })
  const seed: Seed = [0, 0, 0, 9]
  const drawn = draw(seed)
  for (let number = 1; ; number += 1) {
    const other: Seed = [number, 0, 0, 9]
    const same = draw(other).map((id, index) => id === drawn[index])
    if (same.indexOf(false) === shared) return [seed, other]
  }
}

/** These tests play several whole games, each on a server of its own. */
const SLOW = { timeout: 240_000 }

test('the spy knows every call of the contract', () => {
  expect(listUnknownCalls()).toEqual([])
})

describe.each(databaseKinds())('the questions of a game on %s', (kind) => {
  test.each([0, 2])(
    'are in nothing that a player can fetch until they open, after %i of them',
    SLOW,
    async (shared) => {
      const [seed, other] = await findTwinSeeds(kind, shared)
      const stages = await spyOn(kind, seed, shared)
      expect(stages).toHaveLength(2 + 2 * shared)
      expect(await spyOn(kind, other, shared)).toEqual(stages)
    },
  )

  /** The texts of the first questions of a game, drawn with the same seed, after these players practised these ids. */
  const askedAfter = async (practise: (setting: Setting, ids: QuestionId[]) => Promise<void>) => {
    const setting = await openGame(kind)
    await practise(setting, (await listCandidates(setting.app)).flat())
    await setting.start([5, 6, 7, 8])
    await openFirstQuestion(setting)
    await passTime(setting.app, 4 * 26_000)
    const { questions } = await setting.host.getGame(setting.gameId)
    expect(questions).toHaveLength(QUESTION_COUNT)
    return questions.map(({ text }) => text)
  }
  /** Records that a player has been asked these questions in practice. */
  const see = async ({ app }: Setting, { userId: user_id }: Player, ids: readonly QuestionId[]) => {
    const row = (question_id: QuestionId) => ({ user_id, question_id, served_at: app.clock.now(), is_open: true })
    await app.database.db.insertInto('serving').values(ids.map(row)).execute()
  }

  test('are the same whatever one of two players has practised', SLOW, async () => {
    const asked = await askedAfter(async () => undefined)
    expect(await askedAfter((setting, ids) => see(setting, setting.host, ids.slice(2)))).toEqual(asked)
    expect(await askedAfter((setting, ids) => see(setting, setting.guest, ids.slice(0, 20)))).toEqual(asked)
  })

  test('come last in the draw once both of two players have seen them', SLOW, async () => {
    const asked = await askedAfter(async () => undefined)
    const afterBoth = await askedAfter(async (setting, ids) => {
      const isAsked = await setting.app.database.db
        .selectFrom('question')
        .select('id')
        .where('text', 'in', asked)
        .execute()
      const askedIds = ids.filter((id) => isAsked.some((row) => row.id === id))
      await see(setting, setting.host, askedIds)
      await see(setting, setting.guest, askedIds)
    })
    expect(afterBoth.filter((text) => asked.includes(text))).toEqual([])
  })

  test('are the same however often one of two players practises what both have seen', SLOW, async () => {
    const seenByBoth = async (setting: Setting, ids: QuestionId[]) => {
      await see(setting, setting.host, ids)
      await see(setting, setting.guest, ids)
    }
    const asked = await askedAfter(seenByBoth)
    const askedAfterMore = await askedAfter(async (setting, ids) => {
      await seenByBoth(setting, ids)
      setting.app.clock.advance(60_000)
      await setting.app.database.db
        .updateTable('serving')
        .set({ served_at: setting.app.clock.now() })
        .where('user_id', '=', setting.host.userId)
        .where('question_id', 'in', ids.slice(0, 15))
        .execute()
    })
    expect(askedAfterMore).toEqual(asked)
  })

  test('count as seen once the game is over for a player, and only those that were asked', async () => {
    const setting = await openGame(kind)
    const { app, host, guest } = setting
    const seenBy = async ({ userId }: Player) => {
      const rows = await app.database.db
        .selectFrom('serving')
        .innerJoin('question', 'question.id', 'question_id')
        .select('text')
        .where('user_id', '=', userId)
        .execute()
      return rows.map(({ text }) => text).toSorted()
    }
    const third = await Player.signIn(app, 'cleo@example.com')
    await third.join(setting.gameId)
    await setting.start([5, 6, 7, 8])
    await openFirstQuestion(setting)
    const textsAsked = async () => (await host.getGame(setting.gameId)).questions.map(({ text }) => text).toSorted()
    const first = await textsAsked()
    expect([first.length, await seenBy(host), await seenBy(guest)]).toEqual([1, [], []])
    await guest.post('game/leave')
    expect([await seenBy(host), await seenBy(guest)]).toEqual([[], first])
    await passTime(app, 26_000)
    const two = await textsAsked()
    expect(two).toHaveLength(2)
    await host.update({ status: 'finished' })
    expect([await seenBy(host), await seenBy(third), await seenBy(guest)]).toEqual([two, two, first])
  })
})
