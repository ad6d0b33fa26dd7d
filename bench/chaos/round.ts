import { setTimeout as delay } from 'node:timers/promises'
import type { Game } from '@quizmaster/contract/http/games'
import type { Question } from '@quizmaster/contract/http/gameplay'
import type { GameId, TopicId, UserId } from '@quizmaster/contract/ids'
import { createRng, type Rng } from '@quizmaster/engine/draw'
import { HistoryRecorder } from './history.ts'
import { type Account, callServer, Player } from './player.ts'
import { readStored } from './read-stored.ts'
import { isOver } from './seen.ts'
import type { Site } from './site.ts'

const GAMES = 2
const PLAYERS_A_GAME = 3
const DRAWN_AT_ONCE = 3
/** Stays below the limit of 30 awards per player and minute. */
const PRACTICE_PAUSE_MS = 2_500
const RETRY_AFTER_MS = 100
const SIGNED_IN_WITHIN_MS = 120_000

/** What a fault can act on. */
export interface Round {
  readonly site: Site
  readonly players: readonly Player[]
  readonly chance: Rng
  readonly recorder: HistoryRecorder
}

/** Causes a fault in a round. Resolves once everything works again. */
export type Strike = (round: Round) => Promise<void>

interface RoundOptions {
  seed: number
  /** Where the history is written. */
  file: string
  strike: Strike
  /** Whether the fault strikes while players sign in, and not while they play. */
  isDuringSignIn?: boolean
  /** How long games may last after the fault: all their phases, with the time given back for outages. */
  gamesEndWithinMs: number
}

/**
 * Plays one round on a site: games, practice and a purchase by new accounts, while a fault strikes. Resolves with the
 * history once all games are over or their time is up.
 */
export async function playRound(site: Site, options: RoundOptions): Promise<HistoryRecorder> {
  const { seed, file, strike, isDuringSignIn = false, gamesEndWithinMs } = options
  const recorder = new HistoryRecorder(file)
  const chance = createRng([seed, 1, 2, 3])
  const count = GAMES * PLAYERS_A_GAME + 1
  const emails = Array.from({ length: count }, (_, seat) => `round-${seed}-player-${seat}@example.com`)
  const striking = isDuringSignIn ? strike({ site, players: [], chance, recorder }) : null
  const accounts = await Promise.all(
    emails.map((email, seat) => signIn(site, recorder, email, `10.${seed}.0.${seat + 1}`)),
  )
  await striking
  const players = accounts.map(
    (account, seat) => new Player(account, site.ports, seat, recorder, createRng([seed, seat, 5, 7])),
  )
  try {
    await Promise.all(players.map((player) => player.connect()))
    const over = new AbortController()
    const [buyer, ...gamers] = players as [Player, ...Player[]]
    const practice = gamers.map((player) => practise(player, over.signal))
    const buying = buy(site, buyer, chance)
    const tables = Array.from({ length: GAMES }, (_, table) =>
      gamers.slice(table * PLAYERS_A_GAME, (table + 1) * PLAYERS_A_GAME),
    )
    const games = Promise.all(tables.map((table) => playGame(table, over.signal)))
    if (!striking) await strike({ site, players, chance, recorder })
    await Promise.race([games, delay(gamesEndWithinMs, undefined, { signal: over.signal }).catch(() => undefined)])
    over.abort()
    await Promise.all([buying, ...practice])
    for (const player of gamers) {
      for (const game of player.games.keys()) {
        await player.ask({ name: 'join_game', game }, `gameplay/api/game/${game}/join`)
      }
    }
    await site.eventsDelivered()
    recorder.add({
      type: 'stored',
      stored: await readStored(
        site,
        players.map(({ userId }) => userId),
      ),
    })
  } finally {
    for (const player of players) player.leave()
    await recorder.close()
  }
  return recorder
}

/** Signs in like a person, with a code by mail. Calls are not repeated, as a code works only once. */
async function signIn(site: Site, recorder: HistoryRecorder, email: string, address: string): Promise<Account> {
  const [port = 0] = site.ports
  const call = async (path: string, body: unknown, token?: string) => {
    const who = token === undefined ? { address } : { address, token }
    const decision = await callServer(port, 'POST', `user/api/${path}`, who, body, SIGNED_IN_WITHIN_MS)
    if (decision?.status !== 200) throw new Error(`${path} was answered with ${decision?.status}`)
    return decision.body
  }
  const number = recorder.addCall(null, { name: 'request_code', email })
  await call('request_code', { email })
  recorder.add({ type: 'reply', call: number, status: 200 })
  while (site.mailServer.to(email).length === 0) await delay(RETRY_AFTER_MS)
  recorder.add({ type: 'mailed', email })
  const code = /\b\d{6}\b/.exec(site.mailServer.to(email).at(-1)?.text ?? '')?.[0]
  const token = String((await call('verify_code', { email, code }))['token'])
  const { data } = await call('auth/current_user', {}, token)
  return { token, address, userId: (data as { id: UserId }).id }
}

/** Answers questions, one after the other, until the signal. */
async function practise(player: Player, over: AbortSignal): Promise<void> {
  let serving = 0
  const topics = await topicsNamed(player, 'practice')
  while (!over.aborted) {
    const { body } = await player.ask({ name: 'draw_questions' }, 'gameplay/api/question/random_list', {
      topics,
      count: DRAWN_AT_ONCE,
    })
    for (const { id: question, answers } of (body['data'] as Question[]) ?? []) {
      await delay(PRACTICE_PAUSE_MS, undefined, { signal: over }).catch(() => undefined)
      const answer = player.choose(answers)
      const request = { name: 'verify_answer', question, answer, serving } as const
      await player.ask(request, 'gameplay/api/question/verify_answer', { question_id: question, answer_id: answer })
      serving += 1
    }
  }
}

async function topicsNamed(player: Player, name: string): Promise<TopicId[]> {
  const { body } = await player.fetch('GET', 'gameplay/api/topic/random_list')
  return (body['data'] as { id: TopicId; text: string }[]).filter(({ text }) => text === name).map(({ id }) => id)
}

/** Buys a plan at a random moment of the first seconds. */
async function buy(site: Site, player: Player, chance: Rng): Promise<void> {
  const price = chance() < 0.5 ? 'lifetime' : 'yearly'
  await delay(chance() * 8_000)
  const path = 'user/api/payments/create_checkout_session'
  const { body } = await player.ask({ name: 'start_checkout', price }, path, { price_id: price })
  const response = await fetch(`${String(body['url'])}/pay`, { method: 'POST', redirect: 'manual' })
  if (response.status !== 303) throw new Error(`the provider answered ${response.status} to a payment`)
  player.recorder.add({ type: 'paid', player: player.userId, plan: price })
  await site.eventsDelivered()
}

/** Plays a game to its end, or until the signal. */
async function playGame(table: readonly Player[], over: AbortSignal): Promise<void> {
  const [host, ...guests] = table as [Player, ...Player[]]
  const topics = await topicsNamed(host, 'game')
  const created = await host.ask({ name: 'create_game' }, 'gameplay/api/game', { type: 'fun', is_forced: true })
  const { id } = created.body['data'] as Game
  await host.fetch('POST', 'gameplay/api/game/update', { settings: { topics } })
  await Promise.all(guests.map((guest) => guest.ask({ name: 'join_game', game: id }, `gameplay/api/game/${id}/join`)))
  await host.ask({ name: 'start_game', game: id }, 'gameplay/api/game/update', { status: 'starting' })
  while (!over.aborted && !table.every((player) => isDone(player, id))) await delay(RETRY_AFTER_MS)
}

function isDone(player: Player, id: GameId): boolean {
  const game = player.games.get(id)
  return game !== undefined && isOver(game)
}
