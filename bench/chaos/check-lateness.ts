import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { ANSWER_GRACE_MS, RUNNING_LATE_MS } from '@quizmaster/contract/limits'
import type { HistoryEntry } from './history.ts'
import { groupBy, type Seen, type SeenState, type Violation } from './seen.ts'

/** A period in which updates to a player may be late, in ms from the start of the run. */
interface Excuse {
  fromMs: number
  toMs: number
}

/** How late an update was: the time from when anybody saw this version until this player did, without excused time. */
export interface Delay {
  player: UserId
  game: string
  version: number
  ms: number
}

/** How long after its deadline the phase of this version ended. */
export interface Overrun {
  game: string
  version: number
  ms: number
}

/**
 * The delays of all updates. Time in which the player's socket was disconnected or a fault excused the player does not
 * count; the clock restarts when it ends.
 */
export function delaysOf({ games, entries }: Seen): Delay[] {
  const players = new Set([...games.values()].flat().map(({ player }) => player))
  const excuses = new Map([...players].map((player) => [player, excusesOf(player, entries)]))
  return [...games].flatMap(([game, states]) => {
    const members = new Set(states.map(({ player }) => player))
    const versions = new Set(states.map((state) => state.game.version))
    return [...versions].flatMap((version) => {
      const knownAtMs = seenAt(states, version)
      return [...members].flatMap((player) => {
        const own = states.filter((state) => state.player === player)
        // The player joined the game later.
        if (own.every(({ atMs }) => atMs > knownAtMs)) return []
        const ms = countedMs(knownAtMs, seenAt(own, version), excuses.get(player) ?? [])
        return [{ player, game, version, ms }]
      })
    })
  })
}

/**
 * How long after its deadline anybody saw each phase end. Time in which every player is excused does not count.
 */
export function overrunsOf({ games, entries }: Seen): Overrun[] {
  return [...games].flatMap(([game, states]) => {
    const members = new Set(states.map(({ player }) => player))
    const excuses = [...members].map((player) => excusesOf(player, entries))
    const offsetMs = Math.min(...states.map(({ atMs, game: { server_time } }) => atMs - server_time))
    return [...groupBy(states, (state) => String(state.game.version)).values()].flatMap(([first]) => {
      if (!first || first.game.phase_ends_at === null) return []
      const dueAtMs = first.game.phase_ends_at + offsetMs + graceMs(first.game)
      const endedAtMs = seenAt(states, first.game.version + 1)
      const ms = Math.max(...excuses.map((own) => countedMs(dueAtMs, endedAtMs, own)))
      return [{ game, version: first.game.version, ms }]
    })
  })
}

/** Updates that came, and phases that ended, more than `limitMs` too late. */
export function checkLateness(seen: Seen, limitMs: number): Violation[] {
  const late = delaysOf(seen).filter(({ ms }) => ms > limitMs)
  const overrun = overrunsOf(seen).filter(({ ms }) => ms > limitMs)
  return [
    ...late.map(({ player, game, version, ms }) => ({
      rule: 'update_late',
      text: `version ${version} of game ${game} came to ${player} ${ms === Infinity ? 'never' : `after ${ms} ms`}`,
    })),
    ...overrun.map(({ game, version, ms }) => ({
      rule: 'phase_late',
      text: `the phase of version ${version} of game ${game} ended ${ms === Infinity ? 'never' : `${ms} ms too late`}`,
    })),
  ]
}

/** How long a phase may last beyond its announced end, for answers in flight and for the host to begin. */
function graceMs({ status, state }: Game): number {
  if (status === 'starting') return RUNNING_LATE_MS
  return state.answers_info_items[state.current_question_index] === undefined ? ANSWER_GRACE_MS : 0
}

/** When a version or a newer one was first seen. */
function seenAt(states: readonly SeenState[], version: number): number {
  const times = states.filter(({ game }) => game.version >= version).map(({ atMs }) => atMs)
  return Math.min(Infinity, ...times)
}

/** The time between two moments, counted from the end of the last excuse. */
function countedMs(fromMs: number, toMs: number, excuses: readonly Excuse[]): number {
  const startMs = excuses
    .filter((excuse) => excuse.fromMs <= toMs && excuse.toMs >= fromMs)
    .reduce((latest, excuse) => Math.max(latest, excuse.toMs), fromMs)
  return Math.max(0, toMs - startMs)
}

function excusesOf(player: UserId, entries: readonly HistoryEntry[]): Excuse[] {
  const excuses: Excuse[] = []
  let droppedAtMs: number | null = 0
  const faults = new Map<string, number>()
  for (const entry of entries) {
    const { type, atMs } = entry
    if (type === 'dropped' && entry.player === player) droppedAtMs ??= atMs
    if (type === 'joined' && entry.player === player && droppedAtMs !== null) {
      excuses.push({ fromMs: droppedAtMs, toMs: atMs })
      droppedAtMs = null
    }
    if (type === 'fault_began' && (entry.excused === 'all' || entry.excused.includes(player))) {
      faults.set(entry.fault, atMs)
    }
    if (type === 'fault_ended') {
      const fromMs = faults.get(entry.fault)
      if (fromMs !== undefined) excuses.push({ fromMs, toMs: atMs })
      faults.delete(entry.fault)
    }
  }
  const unended = [...faults.values(), ...(droppedAtMs === null ? [] : [droppedAtMs])]
  return [...excuses, ...unended.map((fromMs) => ({ fromMs, toMs: Infinity }))]
}
