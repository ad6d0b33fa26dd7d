import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Game } from '@quizmaster/contract/http/games'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { AnswerId, GameId, QuestionId, UserId } from '@quizmaster/contract/ids'

/** What a player asks the server for. A call that is tried again is another call with the same request. */
export type PlayerRequest =
  | { readonly name: 'request_code'; readonly email: string }
  | { readonly name: 'create_game' }
  | { readonly name: 'join_game'; readonly game: GameId }
  | { readonly name: 'start_game'; readonly game: GameId }
  | { readonly name: 'commit_answer'; readonly game: GameId; readonly index: number; readonly answer: AnswerId }
  | { readonly name: 'draw_questions' }
  | {
      readonly name: 'verify_answer'
      readonly question: QuestionId
      readonly answer: AnswerId
      /** Which of the player's drawn questions is answered, counted from 0. */
      readonly serving: number
    }
  | { readonly name: 'start_checkout'; readonly price: PriceId }

/** What the database holds about the players at the end. */
export interface Stored {
  awards: { player: UserId; cause: string; points: number }[]
  totals: { player: UserId; points: number }[]
  /** Answers in practice. */
  answers: { player: UserId; question: QuestionId; isRight: boolean }[]
  /** Active plans that were paid for. */
  plans: { player: UserId; plan: PriceId }[]
}

type Event =
  | { type: 'call'; call: number; player: UserId | null; request: PlayerRequest }
  /** `status` is null if the connection broke. `game` and `isRight` come from a 200. */
  | { type: 'reply'; call: number; status: number | null; game?: Game; isRight?: boolean }
  /** A game that the player's socket received: pushed, or as the newest state that was requested at `askedAtMs`. */
  | { type: 'update'; player: UserId; game: Game; askedAtMs: number | null }
  /** The player's points, as their socket received them. */
  | { type: 'stats'; player: UserId; points: number }
  /** The player's socket has joined their topic, or has lost its connection. */
  | { type: 'joined' | 'dropped'; player: UserId }
  /** A mail has reached an address. */
  | { type: 'mailed'; email: string }
  /** The payment provider has taken the player's money for a plan. */
  | { type: 'paid'; player: UserId; plan: PriceId }
  /** A fault; until it has ended, updates to these players may be late. */
  | { type: 'fault_began'; fault: string; excused: readonly UserId[] | 'all' }
  | { type: 'fault_ended'; fault: string }
  | { type: 'stored'; stored: Stored }

/** One line of a history. `atMs` counts from the start of the run, on one clock for all players. */
export type HistoryEntry = { atMs: number } & Event

/** Collects what players see, in order, and writes it to a file as JSON lines. */
export class HistoryRecorder {
  readonly entries: HistoryEntry[] = []
  readonly #startMs = performance.now()
  readonly #file: ReturnType<typeof createWriteStream>
  #calls = 0

  constructor(file: string) {
    this.#file = createWriteStream(file)
  }

  /** Milliseconds since the start of the run. */
  nowMs(): number {
    return Math.round(performance.now() - this.#startMs)
  }

  add(event: Event): void {
    const entry = { atMs: this.nowMs(), ...event }
    this.entries.push(entry)
    this.#file.write(`${JSON.stringify(entry)}\n`)
  }

  /** Adds a call; returns its number. */
  addCall(player: UserId | null, request: PlayerRequest): number {
    this.#calls += 1
    this.add({ type: 'call', call: this.#calls, player, request })
    return this.#calls
  }

  async close(): Promise<void> {
    this.#file.end()
    await finished(this.#file)
  }
}

/** Reads a file that a {@link HistoryRecorder} wrote. */
export async function readHistory(file: string): Promise<HistoryEntry[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as HistoryEntry)
}
