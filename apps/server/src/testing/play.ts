import type { Game, GameStatus } from '@quizmaster/contract/http/games'
import type { Answer, TestApp } from './build-app.ts'
import { dataOf } from './build-app.ts'
import { signIn } from './sign-in.ts'

const LOOK_EVERY_MS = 1_000

/** One person at the game's calls. */
export class Player {
  private constructor(
    readonly app: TestApp,
    readonly token: string,
    readonly userId: string,
  ) {}

  static async signIn(app: TestApp, email: string): Promise<Player> {
    const token = await signIn(app, email)
    const { id } = dataOf<{ id: string }>(await app.call('POST', 'user/api/auth/current_user', { token }))
    return new Player(app, token, id)
  }

  /** The same person through another process. */
  through(app: TestApp): Player {
    return new Player(app, this.token, this.userId)
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.app.call('POST', `gameplay/api/${path}`, { token: this.token, ...(body === undefined ? {} : { body }) })
  }

  create(isForced = false): Promise<Answer> {
    return this.post('game', { type: 'fun', is_forced: isForced })
  }

  update(body: { settings?: unknown; status?: GameStatus }): Promise<Answer> {
    return this.post('game/update', body)
  }

  join(id: string): Promise<Answer> {
    return this.post(`game/${id}/join`)
  }

  /** The game as it is now: joining again as a member shows it in any status. */
  async look(id: string): Promise<Game> {
    return dataOf<Game>(await this.join(id))
  }

  /** Commits the answer to the open question whose text starts so. */
  async answer(game: Game, text: string, timeSpentMs = 0): Promise<Answer> {
    const chosen = game.questions.at(-1)?.answers.find((answer) => answer.text.startsWith(text))
    return this.post('game/commit_answer', { answer: chosen?.id, time_spent: timeSpentMs })
  }
}

/** Lets time pass the way it does while the program runs: it looks after the games all along. */
export async function pass(app: TestApp, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= LOOK_EVERY_MS) {
    app.clock.advance(Math.min(LOOK_EVERY_MS, left))
    await app.app.sweepGames()
  }
}

/** A lobby with all topics of the bank, a creator and guests; 5 questions. */
export async function openLobby(players: readonly [Player, ...Player[]], questionCount = 5): Promise<string> {
  const [host, ...guests] = players
  const { id } = dataOf<Game>(await host.create())
  const topics = dataOf<{ id: string }[]>(await host.app.call('GET', 'gameplay/api/topic/random_list?count=10'))
  await host.update({ settings: { topics: topics.map((topic) => topic.id), question_count: questionCount } })
  for (const guest of guests) await guest.join(id)
  return id
}

/** Starts a lobby and opens the first question. */
export async function startGame(host: Player, id: string): Promise<Game> {
  await host.update({ status: 'starting' })
  await pass(host.app, 3_000)
  await host.update({ status: 'running' })
  return host.look(id)
}
