import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in the time that players have to answer, and in games without a clock. */
export const ANSWER_TIME_BUGS: readonly PlantedBug[] = [
  bug('gives everybody the usual time', 'phases.ts', 'return { players, isRelaxed: true }', 'return {}'),
  bug(
    'closes a question after the usual time though a player has more',
    'answer-time.ts',
    'if (!state.isRelaxed) return usualMs',
    'if (state) return usualMs',
  ),
  bug('closes a question with the shortest clock', 'answer-time.ts', 'Math.max(...awaited)', 'Math.min(...awaited)'),
  bug(
    'waits for the longest clock though its player has answered or left',
    'answer-time.ts',
    'const awaited = unanswered(state)',
    'const awaited = state.players',
  ),
  bug(
    'waits for players whose own time is over',
    'answer-time.ts',
    'state.isRelaxed ? waiting.some((player) => atMs < answersUntilMs(state, player)) : waiting.length > 0',
    'waiting.length > 0 && atMs > 0',
  ),
  bug(
    "accepts answers after a player's own time, while others have more",
    'answering.ts',
    "if (atMs >= answersUntilMs(state, player)) return refuse(state, 'too_late')",
    '',
  ),
  bug(
    'accepts a null from a player with more time after 19 s',
    'answering.ts',
    'ANSWER_MS + elapsedMs - answerMsOf(state, player)',
    'elapsedMs + 0 * answerMsOf(state, player)',
  ),
  bug(
    'counts the seconds of a player with more time as they are',
    'scoring.ts',
    'timeFactor === 1 ? spentMs : Math.round(spentMs / timeFactor)',
    'spentMs',
  ),
  bug(
    'gives everybody points on the scale of a player with more time',
    'answering.ts',
    '{ timeFactor }: Player,',
    '{ timeFactor = 2 }: Player,',
  ),
  bug(
    "forgets the grace at the end of a player's own clock",
    'answer-time.ts',
    ' + ANSWER_GRACE_MS\n}\n\n/**',
    '\n}\n\n/**',
  ),
  bug(
    'shows the longest clock to everybody',
    'views.ts',
    'viewer && hasMoreTime(state, viewer) ? ownTime(state, viewer) : {}',
    'state.players.filter((player) => hasMoreTime(state, player)).reduce((_, player) => ownTime(state, player), {})',
  ),
  bug(
    'shows who has answered in a game with relaxed time',
    'views.ts',
    'else if (!state.isRelaxed) shown[id]',
    'else if (state) shown[id]',
  ),
  bug('sends a player with more time the view of the others', 'views.ts', ' || hasMoreTime(state, viewer)\n}', '\n}'),
  bug(
    'takes the mark away when the player with more time leaves',
    'membership.ts',
    'const left = change(state, atMs, { players }, effects)',
    'const left = change({ ...state, isRelaxed: players.some((one) => one.timeFactor) || undefined } as GameState, atMs, { players }, effects)',
  ),
  bug(
    'keeps the time factors after the end',
    'phases.ts',
    'withoutTimeFactors(inRankingOrder(last.players))',
    'inRankingOrder(last.players)',
  ),
  bug(
    'keeps the time of an erased player',
    'membership.ts',
    'withoutTimeFactors([{ ...player, name: ERASED_NAME, isAttached: false }])',
    '[{ ...player, name: ERASED_NAME, isAttached: false }]',
  ),
  bug('gives points for time without a clock', 'scoring.ts', 'isTimed ? given.timeMs : 0', 'given.timeMs'),
  bug('ranks by time without a clock', 'phases.ts', 'isTimed ? entry.timeMs : 0', 'entry.timeMs'),
  bug(
    'closes a question after 20 s without a clock',
    'answer-time.ts',
    'return hasClock(state) ? ANSWER_MS : NO_CLOCK_MS',
    'return ANSWER_MS',
  ),
  bug(
    'never switches the clock on again',
    'creator-requests.ts',
    'hasClock ?? current.hasClock !== false',
    'current.hasClock !== false && hasClock !== false',
  ),
  bug(
    'does not save that the clock is switched off',
    'creator-requests.ts',
    'one.hasClock === other.hasClock &&',
    'one.topics !== undefined &&',
  ),
  bug(
    'keeps more time in an archived game',
    'phases.ts',
    'const players = withoutTimeFactors(state.players)',
    'const players = state.players',
  ),
  bug(
    'gives more time to a deleted account',
    'phases.ts',
    'isAttached ? (timeFactors[userId] ?? 1) : 1',
    'timeFactors[userId] ?? 1',
  ),
  bug('takes time off the old places without a clock', 'stage-view.ts', '(isTimed ? timeMs : 0)', 'timeMs'),
]
