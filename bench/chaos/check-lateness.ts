import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { ANSWER_GRACE_MS, RUNNING_LATE_MS } from '@quizmaster/contract/limits'
import type { HistoryEntry } from './history.ts'
import { groupBy, type Seen, type SeenState, type Violation } from './seen.ts'

/** A span of the run in which updates to a player may be late, in ms from its start. */
interface Excuse {
  fromMs: number
  toMs: number
}

/** How late an update was: from when anybody had seen this version until this player had, without the time excused. */
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
 * The delays of all updates. Time in which the player's socket was away, or in which a fault excuses them, does not count;
 * the limit starts anew at its end.
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
        // Before that the player was not yet in the game.
        if (own.every(({ atMs }) => atMs > knownAtMs)) return []
        const ms = countedMs(knownAtMs, seenAt(own, version), excuses.get(player) ?? [])
        return [{ player, game, version, ms }]
      })
    })
  })
}

/**
 * How long after its deadline each phase was seen to end by anybody. Time in which every player is excused does not count.
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

/** How long a phase may last beyond its announced end: for answers on their way, and for the host to begin. */
function graceMs({ status, state }: Game): number {
  if (status === 'starting') return RUNNING_LATE_MS
  return state.answers_info_items[state.current_question_index] === undefined ? ANSWER_GRACE_MS : 0
}

/** When a version or a newer one was first seen. */
function seenAt(states: readonly SeenState[], version: number): number {
  const times = states.filter(({ game }) => game.version >= version).map(({ atMs }) => atMs)
  return Math.min(Infinity, ...times)
}

/** The time between two moments that follows the last excuse. */
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
