// Prepares an attacker's data, directly in the embedded database of a server that is not running.
import { randomUUID } from 'node:crypto'
import { step } from '../../packages/engine/src/game.ts'
import { newGame } from '../../packages/engine/src/lobby.ts'
import { openDatabase } from '../../apps/server/src/infra/db/database.ts'

const FIRST_GAME_ID = 10_000_000
const ROWS_AT_ONCE = 1_000
const COUNTDOWN_MS = 4_000
const REVEAL_MS = 5_000

/** Runs `work` with the database of a data folder, and closes it. */
export async function withDatabase(dataDir, work) {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** Adds accounts with these addresses, which can then sign in. Returns them with their ids. */
export async function seedAccounts(db, emails) {
  const accounts = emails.map((email, n) => ({ id: randomUUID(), email, name: `Player ${1_000 + n}` }))
  await db
    .insertInto('app_user')
    .values(
      accounts.map(({ id, email }, n) => ({
        id,
        email,
        email_key: email,
        display_name: null,
        player_number: 1_000 + n,
        created_at: Date.now(),
      })),
    )
    .execute()
  return accounts
}

/** Archived lobbies of one account that nobody else has joined. */
export async function seedArchivedLobbies(db, account, count) {
  const host = { userId: account.id, name: account.name }
  const nowMs = Date.now()
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const games = Array.from({ length: Math.min(ROWS_AT_ONCE, count - first) }, (_, n) => {
      const lobby = newGame(host, { gameId: String(FIRST_GAME_ID + first + n), playerId: randomUUID() }, nowMs)
      return step(lobby, [], { type: 'game_replaced', userId: account.id }, nowMs).state
    })
    await db
      .insertInto('game')
      .values(
        games.map((state) => ({
          id: state.id,
          status: state.status,
          version: state.version,
          wake_at: null,
          state: JSON.stringify(state),
          archived_at: nowMs,
        })),
      )
      .execute()
    await db
      .insertInto('game_player')
      .values(games.map(({ id }) => ({ user_id: account.id, game_id: id })))
      .execute()
  }
}

/** How many stored games still show a name. */
export async function countGamesNaming(db, name) {
  const games = await db.selectFrom('game').select('state').execute()
  return games.filter(({ state }) => state.players.some((player) => player.name === name)).length
}

/** A finished game of these accounts, played to its end by the engine. */
export async function seedFinishedGame(db, accounts, questionCount) {
  const questions = Array.from({ length: questionCount }, (_, index) => question(index))
  const [host, ...guests] = accounts.map(({ id, name }) => ({ userId: id, name, id: randomUUID() }))
  let atMs = Date.now() - 1_800_000
  let state = newGame(host, { gameId: '99999999', playerId: host.id }, atMs)
  const apply = (event) => {
    const taken = step(state, questions, event, atMs)
    if (taken.refused) throw new Error(`${event.type} was refused: ${taken.refused}`)
    state = taken.state
  }
  for (const player of guests) apply({ type: 'player_joined', player })
  const settings = { topics: [questions[0].shown.topic.id], questionCount, questionsHeld: questionCount }
  apply({ type: 'update_requested', userId: host.userId, settings, status: 'starting' })
  for (atMs += COUNTDOWN_MS; state.status !== 'finished'; atMs += REVEAL_MS) {
    apply({ type: 'time_passed' })
    const open = questions[state.askedCount - 1]
    if (state.status !== 'running') continue
    for (const [n, { userId }] of [host, ...guests].entries()) {
      apply({ type: 'answer_committed', userId, answer: open.shown.answers[n % 4].id, timeSpentMs: 100 * n })
    }
  }
  const { answers, ...rest } = state
  const row = { id: state.id, status: state.status, version: state.version, wake_at: Date.now() + 1_800_000 }
  await db
    .insertInto('game')
    .values({
      ...row,
      state: JSON.stringify({ ...rest, answers: answers.slice(-1) }),
      past_answers: JSON.stringify(answers.slice(0, -1)),
    })
    .execute()
  await db
    .insertInto('game_question')
    .values({ game_id: state.id, questions: JSON.stringify(questions) })
    .execute()
  const members = accounts.map(({ id }) => ({ user_id: id, game_id: state.id }))
  await db.insertInto('game_member').values(members).execute()
  await db.insertInto('game_player').values(members).execute()
}

const TOPIC = { id: randomUUID(), text: 'The Roman Empire' }

/** A question of the bank's average length. */
function question(index) {
  const answers = [1, 2, 3, 4].map((n) => ({ id: randomUUID(), text: `The answer number ${n}` }))
  return {
    shown: {
      id: randomUUID(),
      text: `Question ${index}: ${'which of these is it '.repeat(3)}?`,
      topic: TOPIC,
      answers,
    },
    correctAnswerId: answers[0].id,
    description: `Because ${'it says so in the book '.repeat(6)}.`,
  }
}
