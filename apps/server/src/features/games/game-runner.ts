import type { GameId } from '@quizmaster/contract/ids'
import { step } from '@quizmaster/engine/game'
import type { AnswerCommitted, TimePassed } from '@quizmaster/engine/game-event'
import { accept, andThen, type RefusalCode, type Step } from '@quizmaster/engine/step'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { isDatabaseUnavailable } from '../../infra/db/database-error.ts'
import type { DatabaseOutage } from '../../infra/database-outage.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Logger } from '../../infra/log.ts'
import type { Awarded } from '../progress/awards.ts'
import { playersDone } from './asked-questions.ts'
import type { GameBroadcaster } from './broadcast-game.ts'
import { type CachedGame, createGameCache } from './game-cache.ts'
import type { GameExchange, ReceivedState } from './game-exchange.ts'
import { createBatchedSaveState, findGame, type StoredGame } from './game-store.ts'
import { createGameSweep } from './game-sweep.ts'
import { changesSeats, GameTransaction, type SavedStep, saveStep } from './game-transaction.ts'

/** How often a process tries to save a game before it locks the game. */
const UNLOCKED_ATTEMPTS = 3
/** Longer than a statement can still run after its connection is gone. */
const RECHECK_MS = 15_000

/** The events of a game in play. All others go through `transact`. */
export type PlayEvent = AnswerCommitted | TimePassed

/** Null if there is no such game. */
export type Outcome = { refused: RefusalCode | null } | null

/** Runs the games of this process: steps them, saves them, and notifies their players. */
export interface GameRunner {
  /** Applies an event to a game. Resolves once the result is committed. */
  act(id: GameId, event: PlayEvent): Promise<Outcome>
  /** Runs `work` in one database transaction, for what concerns several games or moves users between them. */
  transact<Result>(work: (games: GameTransaction) => Promise<Result>): Promise<Result>
  /** See `GameSweep`. Then sends what was saved without a confirmation while the database was unreachable. */
  sweep(): Promise<boolean>
  stop(): void
}

interface RunnerDeps {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
  databaseOutage: Pick<DatabaseOutage, 'failed'>
  broadcaster: GameBroadcaster
  exchange: GameExchange
  /** Notifies a player of points they have earned. */
  announce: (awarded: Awarded) => void
}

/** A queued event. */
interface Job {
  event: PlayEvent
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Keeps a queue of events per game. Events that arrive while a save is in progress are stepped together and share the
 * next save. A save succeeds only on the version it started from, so several processes may run the same game: they pass
 * each other the saved states, and one whose save fails retries on the state it was passed, or loads the game.
 */
export function createGameRunner(deps: RunnerDeps): GameRunner {
  const { db, clock, log, databaseOutage, broadcaster, exchange, announce } = deps
  const saveState = createBatchedSaveState(db)
  const cache = createGameCache<Job>(clock, wake, unfollow)
  // `act` and `transact` wait for the sweep to give back lost time, so the sweep itself has to use `transactNow`.
  const sweep = createGameSweep({ db, clock, log, transact: transactNow })
  /**
   * Games whose save failed because the database was unreachable, and until when to check them. The save may have been
   * committed all the same, or be committed a moment later, and nobody would tell the players.
   */
  const unconfirmed = new Map<GameId, number>()
  /** The games whose states this process receives from others, and how to stop that. */
  const followed = new Map<GameId, () => void>()

  async function act(id: GameId, event: PlayEvent): Promise<Outcome> {
    await sweep.giveBackLostTime()
    return new Promise((resolve, reject) => {
      const entry = cache.entryOf(id)
      entry.queue.push({ event, resolve, reject })
      if (!entry.isBusy) void processQueue(id, entry)
    })
  }

  function wake(id: GameId): void {
    act(id, { type: 'time_passed' }).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) databaseOutage.failed({ err: error, game: id })
      else log.warn({ err: error, msg: 'wake_failed', game: id })
    })
  }

  async function processQueue(id: GameId, entry: CachedGame<Job>): Promise<void> {
    entry.isBusy = true
    // Lets the events that arrive in the same tick be stepped together.
    await Promise.resolve()
    while (entry.queue.length > 0) {
      const jobs = entry.queue.splice(0)
      try {
        await play(id, entry, jobs)
      } catch (error) {
        entry.game = null
        if (isDatabaseUnavailable(error)) scheduleRecheck(id)
        for (const { reject } of jobs) reject(error)
      }
    }
    entry.isBusy = false
  }

  async function play(id: GameId, entry: CachedGame<Job>, jobs: readonly Job[]): Promise<void> {
    for (let attempt = 1; attempt <= UNLOCKED_ATTEMPTS; attempt += 1) {
      const isFresh = entry.game === null
      entry.game ??= await findGame(db, id)
      const before = entry.game
      if (!before) return settle(jobs, null)
      const nowMs = clock.now()
      const stepped = stepAll(before, jobs, nowMs)
      // A cached state may be out of date. Only a save, or having just loaded it, proves that it isn't.
      const isCurrent = stepped.taken.state === before.state ? isFresh : await save(before, stepped.taken, nowMs)
      if (isCurrent) return settle(jobs, stepped.refusals)
      // Another process may have passed on a newer state in the meantime.
      if (entry.game === before) entry.game = null
    }
    const refusals = await transactNow(async (games) => {
      const before = await games.find(id)
      if (!before) return null
      const stepped = stepAll(before, jobs, games.nowMs)
      await games.save(before, stepped.taken)
      return stepped.refusals
    })
    settle(jobs, refusals)
  }

  /**
   * A single update if nothing but the game has to be saved, else a transaction. False if another process was faster.
   */
  async function save(before: StoredGame, taken: Step, nowMs: number): Promise<boolean> {
    const savesMore =
      taken.changesMembers ||
      changesSeats(before, taken) ||
      taken.awards.length > 0 ||
      playersDone(before.state, taken).length > 0
    const saved = savesMore
      ? await inTransaction(db, (trx) => saveStep(trx, before, taken, nowMs))
      : (await saveState({ before: before.state, after: taken.state })) && savedStep(before, taken)
    if (!saved) return false
    committed(saved)
    return true
  }

  function committed({ game, step: taken, awarded }: SavedStep): void {
    cache.put(game)
    exchange.publish(game.state)
    followInPlay(game)
    broadcaster.send(game, taken)
    for (const each of awarded) announce(each)
  }

  function followInPlay({ state: { id, status } }: StoredGame): void {
    const isInPlay = status === 'starting' || status === 'running'
    if (!isInPlay) unfollow(id)
    else if (!followed.has(id))
      followed.set(
        id,
        exchange.follow(id, (received) => applyReceived(id, received)),
      )
  }

  function unfollow(id: GameId): void {
    followed.get(id)?.()
    followed.delete(id)
  }

  function applyReceived(id: GameId, received: ReceivedState): void {
    const held = cache.find(id)
    if (!held || held.state.version >= received.version) return
    const state = received.after(held.state)
    if (state) {
      const game = { state, questions: held.questions }
      cache.put(game, 'another process')
      broadcaster.savedElsewhere(game)
      followInPlay(game)
    } else {
      // The held state is out of date: a save based on it would only fail.
      cache.entryOf(id).game = null
    }
  }

  async function transactNow<Result>(work: (games: GameTransaction) => Promise<Result>): Promise<Result> {
    let saved: readonly SavedStep[] = []
    try {
      const result = await inTransaction(db, async (trx) => {
        const games = new GameTransaction(trx, clock.now())
        saved = games.saved
        return work(games)
      })
      saved.forEach(committed)
      return result
    } catch (error) {
      if (isDatabaseUnavailable(error)) for (const { game } of saved) scheduleRecheck(game.state.id)
      throw error
    }
  }

  function scheduleRecheck(id: GameId): void {
    unconfirmed.set(id, clock.now() + RECHECK_MS)
  }

  /** Sends the players the states saved without a confirmation, and schedules the deadlines in them. */
  async function sendUnconfirmed(): Promise<void> {
    for (const [id, untilMs] of unconfirmed) {
      const game = await findGame(db, id)
      if (game && game.state.version !== cache.entryOf(id).game?.state.version) {
        cache.put(game)
        broadcaster.send(game, { update: 'snapshot', leavers: [], watchers: [] })
      }
      if (clock.now() > untilMs) unconfirmed.delete(id)
    }
  }

  return {
    act,
    async transact(work) {
      await sweep.giveBackLostTime()
      return transactNow(work)
    },
    async sweep() {
      const hasMore = await sweep.run()
      await sendUnconfirmed()
      return hasMore
    },
    stop() {
      cache.clear()
      for (const id of followed.keys()) unfollow(id)
      broadcaster.stop()
    },
  }
}

/** Applies the events of all jobs as one step, with a refusal or null for each. */
function stepAll({ state, questions }: StoredGame, jobs: readonly Job[], nowMs: number) {
  let taken = accept(state)
  const refusals = jobs.map(({ event }) => {
    taken = andThen(taken, (game) => step(game, questions, event, nowMs))
    return taken.refused
  })
  return { taken, refusals }
}

function savedStep({ questions }: StoredGame, taken: Step): SavedStep {
  return { game: { state: taken.state, questions }, step: taken, awarded: [] }
}

function settle(jobs: readonly Job[], refusals: readonly (RefusalCode | null)[] | null): void {
  jobs.forEach(({ resolve }, index) => resolve(refusals && { refused: refusals[index] ?? null }))
}
