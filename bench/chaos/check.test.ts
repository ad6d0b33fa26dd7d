import type { UserId } from '@quizmaster/contract/ids'
import { describe, expect, test } from 'vitest'
import { checkHistory } from './check.ts'
import type { HistoryEntry } from './history.ts'
import { archivedLobby, changeEntries, commitCall, find, type Of } from './testing/entries.ts'
import { buildGoodHistory, GUEST, HOST } from './testing/good-history.ts'
import { PLANTED } from './testing/planted-faults.ts'

const LATEST_UPDATE_MS = 2_000

function rulesBrokenIn(history: readonly HistoryEntry[], latestUpdateMs: number | null = LATEST_UPDATE_MS): string[] {
  return checkHistory(history, latestUpdateMs).map(({ rule }) => rule)
}

test('finds nothing wrong with the history of a faultless run', () => {
  expect(checkHistory(buildGoodHistory(), LATEST_UPDATE_MS)).toEqual([])
})

test.each(PLANTED)('notices when $what', ({ rule, spoil }) => {
  const history = buildGoodHistory()
  const spoilt = spoil(history) ?? history
  expect(rulesBrokenIn(spoilt)).toContain(rule)
})

test('a lobby that its host opened twice, as the first answer never came, is not a game without questions', () => {
  const history = buildGoodHistory()
  expect(checkHistory([...archivedLobby(history, HOST), ...history], LATEST_UPDATE_MS)).toEqual([])
})

describe('what a fault excuses', () => {
  /** The update that opens the second question comes to the guest 5 s after the host has it. */
  function withLateUpdate(): { history: HistoryEntry[]; knownAtMs: number } {
    const history = buildGoodHistory()
    const isOpening = (entry: HistoryEntry): entry is Of<'update'> =>
      entry.type === 'update' && entry.game.state.current_question_index === 1
    const knownAtMs = find(history, 'update', isOpening).atMs
    const late = history.filter((entry) => isOpening(entry) && entry.player === GUEST && entry.atMs < knownAtMs + 5_000)
    return { history: history.filter((entry) => !late.includes(entry)), knownAtMs }
  }

  const during = (atMs: number, excused: readonly UserId[] | 'all', lasting: number): HistoryEntry[] => [
    { atMs, type: 'fault_began', fault: 'cut', excused },
    { atMs: atMs + lasting, type: 'fault_ended', fault: 'cut' },
  ]

  test('an update may be late while a fault lasts that excuses its player', () => {
    const { history, knownAtMs } = withLateUpdate()
    expect(rulesBrokenIn(history)).toContain('update_late')
    expect(rulesBrokenIn([...history, ...during(knownAtMs - 100, [GUEST], 5_000)])).toEqual([])
    expect(rulesBrokenIn([...history, ...during(knownAtMs - 100, 'all', 5_000)])).toEqual([])
  })

  test('it may not be late for players whom the fault does not excuse, nor long after its end', () => {
    const { history, knownAtMs } = withLateUpdate()
    expect(rulesBrokenIn([...history, ...during(knownAtMs - 100, [HOST], 5_000)])).toContain('update_late')
    expect(rulesBrokenIn([...history, ...during(knownAtMs - 100, 'all', 1_000)])).toContain('update_late')
  })

  test('lateness is not checked without a limit', () => {
    expect(rulesBrokenIn(withLateUpdate().history, null)).toEqual([])
  })
})

test('an answer that was never acknowledged may be there or not', () => {
  const unacknowledged = (history: HistoryEntry[]) => {
    const { call } = commitCall(history, 2, HOST)
    find(history, 'reply', (entry) => entry.call === call).status = null
    return history
  }
  expect(rulesBrokenIn(unacknowledged(buildGoodHistory()))).toEqual([])
  const lost = unacknowledged(buildGoodHistory())
  changeEntries(lost, 2, HOST, { answer: null, time_spent: 20_000, is_answered: false, points: 0 })
  expect(rulesBrokenIn(lost)).not.toContain('answer_lost')
})
