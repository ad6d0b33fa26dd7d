import type { Game, GameStatus } from '@quizmaster/contract/http/games'
import type { Answer, TestApp } from './build-app.ts'
import { dataOf } from './build-app.ts'
import { signIn } from './sign-in.ts'

const SWEEP_EVERY_MS = 1_000

/** A signed-in player who makes game calls. */
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

  /** The same player, connected to another process. */
  through(app: TestApp): Player {
    return new Player(app, this.token, this.userId)
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.app.call('POST', `gameplay/api/${path}`, { token: this.token, ...(body === undefined ? {} : { body }) })
  }

  /** Chooses the name that others see. Without one it is "Player" and four digits, which two players may share. */
  rename(displayName: string): Promise<Answer> {
    const body = { id: this.userId, displayName }
    return this.app.call('POST', 'user/api/update_profile', { token: this.token, body })
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

  watch(id: string): Promise<Answer> {
    return this.post('game/watch', { id })
  }

  /** The current state of the game; joining again as a member returns it in any status. */
  async getGame(id: string): Promise<Game> {
    return dataOf<Game>(await this.join(id))
  }

  /** Answers the open question with the answer that starts with this text. */
  async answer(game: Game, text: string, timeSpentMs = 0): Promise<Answer> {
    const chosen = game.questions.at(-1)?.answers.find((answer) => answer.text.startsWith(text))
    return this.post('game/commit_answer', { answer: chosen?.id, time_spent: timeSpentMs })
  }
}

/** Advances the clock, and sweeps the games every second, like a running process. */
export async function passTime(app: TestApp, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= SWEEP_EVERY_MS) {
    app.clock.advance(Math.min(SWEEP_EVERY_MS, left))
    await app.app.sweepGames()
  }
}

/** Opens a lobby with up to 10 topics and returns its id. The first player is the creator. */
export async function openLobby(players: readonly [Player, ...Player[]], questionCount = 5): Promise<string> {
  const [host, ...guests] = players
  const { id } = dataOf<Game>(await host.create())
  const topics = dataOf<{ id: string }[]>(await host.app.call('GET', 'gameplay/api/topic/random_list?count=10'))
  await host.update({ settings: { topics: topics.map((topic) => topic.id), question_count: questionCount } })
  for (const guest of guests) await guest.join(id)
  return id
}

/** Starts the game of a lobby and opens the first question. */
export async function startGame(host: Player, id: string): Promise<Game> {
  await host.update({ status: 'starting' })
  await passTime(host.app, 3_000)
  await host.update({ status: 'running' })
  return host.getGame(id)
}
