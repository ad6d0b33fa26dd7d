import type { Question } from '@quizmaster/contract/http/gameplay'
import { adminApi } from '@quizmaster/contract/routes/admin'
import { dailyApi, gameplayApi, gamesApi, stageApi } from '@quizmaster/contract/routes/gameplay'
import { API_PREFIX, type Route } from '@quizmaster/contract/routes/route'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { adsApi, paymentsApi, userApi } from '@quizmaster/contract/routes/user'
import type { Channel, Socket } from 'phoenix'
import { type Answer, dataOf } from './build-app.ts'
import type { Player } from './play.ts'
import { join, openSocket, push, recordMessages } from './realtime-client.ts'
import { freshCode } from './sign-in.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'
const ENDS = 'ends the session or the account'
const MAILS = 'answers the same whatever happens'
const TOKEN = 'gives a token made of the time, the user and the session'

/**
 * What a player can fetch without changing their game: for each call how it is made, or why it is left out. Calls that
 * change something for admins return a 404 to players.
 */
const FETCHES: Record<string, string | ((spy: Spy) => Promise<readonly Answer[]>)> = {
  'user/auth/current_user': (spy) => spy.make(userApi.currentUser),
  'user/request_code': MAILS,
  'user/verify_code': MAILS,
  'user/logout': ENDS,
  'user/chat_identity': (spy) => spy.make(userApi.chatIdentity),
  'user/update_profile': (spy) =>
    spy.make(userApi.updateProfile, { body: { id: spy.player.userId, displayName: 'Anna Example' } }),
  'user/game_name': (spy) => spy.make(userApi.getGameName),
  'user/plans': (spy) => spy.make(paymentsApi.getPlans),
  'user/sessions': (spy) => spy.make(userApi.listSessions),
  'user/sessions/:id/revoke': (spy) => spy.make(userApi.revokeSession),
  'user/sessions/revoke_all': ENDS,
  'user/account/export': (spy) => spy.exportAccount(),
  'user/account/delete': ENDS,
  'user/settings': async (spy) => [
    ...(await spy.make(userApi.getSettings)),
    ...(await spy.make(userApi.updateSettings, { body: { time_zone: 'Asia/Tokyo' } })),
  ],
  'user/is_feature_flag_enabled': (spy) => spy.make(userApi.isFeatureFlagEnabled, { body: { name: 'some_flag' } }),
  'user/payments/create_checkout_session': (spy) =>
    spy.make(paymentsApi.createCheckoutSession, { body: { price_id: 'monthly' } }),
  'user/payments/create_portal_session': (spy) => spy.make(paymentsApi.createPortalSession),
  'user/ads': (spy) => spy.make(adsApi.listAds),
  'admin/question/:id/complaint': (spy) => spy.complain(),
  'admin/complaints': (spy) => spy.make(adminApi.listComplaints),
  'admin/questions': (spy) => spy.make(adminApi.findQuestions),
  'admin/ratings': (spy) => spy.make(adminApi.listRatings),
  'admin/topic_suggestions': (spy) => spy.make(adminApi.listTopicSuggestions),
  'admin/flags': (spy) => spy.make(adminApi.listFlags),
  'admin/second_factor': (spy) => spy.make(adminApi.getSecondFactor),
  'admin/audit': (spy) => spy.make(adminApi.listAudit),
  'gameplay/token/generate': TOKEN,
  'gameplay/topic/random_list': (spy) => spy.make(gameplayApi.randomTopics),
  'gameplay/topic/groups': (spy) => spy.make(gameplayApi.topicGroups),
  'gameplay/topic/list': (spy) => spy.make(gameplayApi.searchTopics, { query: '?search=apples' }),
  'gameplay/topic/suggest': (spy) => spy.make(gameplayApi.suggestTopic, { body: { text: 'Chess openings' } }),
  'gameplay/question/random_list': (spy) => spy.practise(),
  'gameplay/question/review_list': (spy) => spy.review(),
  'gameplay/question/due_count': (spy) => spy.make(gameplayApi.countDue),
  'gameplay/question/verify_answer': (spy) => spy.verify(),
  'gameplay/game': (spy) => spy.make(gamesApi.createGame, { body: { type: 'fun' } }),
  'gameplay/game/update': (spy) => spy.make(gamesApi.updateGame, { body: { settings: {} } }),
  'gameplay/game/rematch': (spy) => spy.make(gamesApi.rematch),
  'gameplay/game/remove_player': (spy) => spy.make(gamesApi.removePlayer, { body: { user_id: NO_ID } }),
  'gameplay/game/leave': (spy) => spy.make(gamesApi.leaveGame),
  'gameplay/game/:id/join': (spy) => spy.make(gamesApi.joinGame, { id: spy.gameId }),
  'gameplay/game/commit_answer': (spy) => spy.make(gamesApi.commitAnswer, { body: { answer: NO_ID, time_spent: 0 } }),
  'gameplay/game/complain': (spy) => spy.make(gamesApi.complainInGame, { body: { question_index: 0 } }),
  'gameplay/game/lock': (spy) => spy.make(gamesApi.lockGame, { body: { is_locked: false } }),
  'gameplay/game/stage': (spy) => spy.make(gamesApi.showOnStage, { body: { letters: 'BCDF' } }),
  'gameplay/game/stage/update': (spy) => spy.make(gamesApi.updateStage, { body: { is_id_shown: true } }),
  'gameplay/game/stage/stop': (spy) => spy.make(gamesApi.stopStages),
  'gameplay/stage': 'gives a random token; upcoming-questions.test.ts follows a game with one',
  'gameplay/daily/day': (spy) => spy.make(dailyApi.day),
  'gameplay/daily/open': (spy) => spy.make(dailyApi.open, { body: { date: spy.date } }),
  'gameplay/daily/answer': (spy) => spy.make(dailyApi.answer, { body: { date: spy.date, index: 0, answer: null } }),
  'gameplay/daily/archive': (spy) => spy.make(dailyApi.archive),
  'gameplay/daily/weeks': (spy) => spy.make(dailyApi.weeks),
  'gameplay/daily/settings': (spy) => spy.make(dailyApi.settings, { body: { are_weeks_shown: true } }),
  'gameplay/daily/keep': (spy) => spy.make(dailyApi.keep, { body: { visitor: 'nobody' } }),
  'stats/token/generate': TOKEN,
  'stats/my_stats': (spy) => spy.make(statsApi.myStats),
  'stats/facts': (spy) => spy.make(statsApi.listFacts),
  'stats/leaderboard': async (spy) => [
    ...(await spy.make(statsApi.leaderboard)),
    ...(await spy.make(statsApi.leaderboard, { query: '?period=week&around=me' })),
  ],
}

/** The calls of the contract that a spy neither makes nor leaves out for a reason. */
export function listUnknownCalls(): string[] {
  return [userApi, paymentsApi, adsApi, adminApi, gameplayApi, gamesApi, stageApi, dailyApi, statsApi]
    .flatMap((api) => Object.values<Route>(api))
    .map(({ service, method, path }) => (service === 'admin' && method === 'POST' ? '' : `${service}${path}`))
    .filter((name) => name !== '' && !(name in FETCHES))
}

/** The host of a game, who fetches everything that their token gives access to. */
export class Spy {
  private constructor(
    readonly player: Player,
    readonly gameId: string,
    private readonly stats: SpiedChannel,
    private readonly gameplay: SpiedChannel,
  ) {}

  static async connect(player: Player, gameId: string, port: number): Promise<Spy> {
    const stats = await spyOnChannel(player, port, 'stats', `user_stats:${player.userId}`)
    const gameplay = await spyOnChannel(player, port, 'gameplay', `active_game:${player.userId}`)
    return new Spy(player, gameId, stats, gameplay)
  }

  /** Today, in UTC. */
  get date(): string {
    return new Date(this.player.app.clock.now()).toISOString().slice(0, 10)
  }

  disconnect(): void {
    this.stats.socket.disconnect()
    this.gameplay.socket.disconnect()
  }

  /** Makes all calls, and returns the answers with everything that the sockets received since the last time. */
  async fetchAll(): Promise<string> {
    const received: string[] = []
    for (const [name, fetch] of Object.entries(FETCHES)) {
      const answers = typeof fetch === 'string' ? [] : await fetch(this)
      for (const { status, body, headers } of answers)
        received.push(`${name} ${status} ${String(headers['content-length'])} ${JSON.stringify(body)}`)
    }
    // Once the replies are there, so is everything that was sent before.
    await push(this.stats.channel, 'get_user_stats', { user_id: this.player.userId })
    await push(this.gameplay.channel, 'get_active_game', { user_id: this.player.userId })
    return [...received, ...this.stats.received.splice(0), ...this.gameplay.received.splice(0)].join('\n')
  }

  async make(
    { method, service, path }: Route,
    { body, query = '', id = NO_ID }: { body?: object; query?: string; id?: string } = {},
  ): Promise<Answer[]> {
    const { app, token } = this.player
    // So that no two servings have the same time.
    app.clock.advance(1)
    const options = { token, ...(body ? { body } : {}) }
    return [await app.call(method, `${service}${API_PREFIX[service]}${path.replace(':id', id)}${query}`, options)]
  }

  /** All questions of each topic, in the order in which practice serves them, and one drawn from all topics. */
  async practise(): Promise<Answer[]> {
    const answers = await this.make(gameplayApi.randomQuestions, { body: { topics: null, count: 1 } })
    const [topics] = await this.make(gameplayApi.randomTopics)
    for (const { id } of topics ? dataOf<{ id: string }[]>(topics) : [])
      answers.push(...(await this.make(gameplayApi.randomQuestions, { body: { topics: [id], count: 50 } })))
    return answers
  }

  /** The questions that are due, and for each topic those that the player doesn't know yet. */
  async review(): Promise<Answer[]> {
    const answers = await this.make(gameplayApi.reviewQuestions, { body: { topic: null } })
    const [topics] = await this.make(gameplayApi.randomTopics)
    for (const { id } of topics ? dataOf<{ id: string }[]>(topics) : [])
      answers.push(...(await this.make(gameplayApi.reviewQuestions, { body: { topic: id } })))
    return answers
  }

  /** Answers every question as a visitor, and a few of them wrongly as the player. */
  async verify(): Promise<Answer[]> {
    const questions = await this.listQuestions()
    const answers: Answer[] = []
    for (const { id: question_id, answers: options } of questions) {
      const body = { question_id, answer_id: options[0]?.id }
      answers.push(await this.player.app.call('POST', 'gameplay/api/question/verify_answer', { body }))
    }
    for (const { id: question_id, answers: options } of questions.slice(0, 3)) {
      const answer_id = options.find(({ text }) => text.startsWith('Wrong'))?.id
      answers.push(...(await this.make(gameplayApi.verifyAnswer, { body: { question_id, answer_id } })))
    }
    return answers
  }

  async exportAccount(): Promise<Answer[]> {
    const [user] = await this.make(userApi.currentUser)
    const code = await freshCode(this.player.app, user ? dataOf<{ email: string }>(user).email : '')
    return this.make(userApi.exportAccount, { body: { code } })
  }

  async complain(): Promise<Answer[]> {
    const [question] = await this.listQuestions()
    return this.make(adminApi.complain, { id: question?.id ?? NO_ID })
  }

  private async listQuestions(): Promise<Question[]> {
    return (await this.practise()).flatMap((answer) => dataOf<Question[]>(answer))
  }
}

interface SpiedChannel {
  socket: Socket
  channel: Channel
  /** Every message of the socket, as JSON. */
  received: string[]
}

async function spyOnChannel(
  player: Player,
  port: number,
  service: 'stats' | 'gameplay',
  topic: string,
): Promise<SpiedChannel> {
  const { token } = (await player.app.call('GET', `${service}/api/token/generate`, { token: player.token })).body
  const socket = openSocket(port, service, token)
  const received = recordMessages(socket)
  const { channel } = await join(socket, topic)
  return { socket, channel, received }
}
