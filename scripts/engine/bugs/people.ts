import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in who is in a game and who may change it, rematch and erasure. */
export const PEOPLE_BUGS: readonly PlantedBug[] = [
  bug(
    'awards what a cancelled game had',
    'creator-requests.ts',
    "case 'running to finished':\n      return finish(state, questions, atMs, { earns: false })",
    "case 'running to finished':\n      return finish(state, questions, atMs, { earns: true })",
  ),
  bug(
    'awards what a replaced game had',
    'creator-requests.ts',
    'isUnderWay ? finish(state, questions, atMs, { earns: false })',
    'isUnderWay ? finish(state, questions, atMs, { earns: true })',
  ),
  bug('awards nothing when the others have left', 'membership.ts', 'earns: true', 'earns: false'),
  bug('goes on with one player', 'membership.ts', 'players).length < MIN_PLAYERS', 'players).length < 1'),
  bug(
    'keeps waiting for a leaver',
    'membership.ts',
    'return closeIfAllAnswered(rest, questions, atMs)',
    'return accept(rest)',
  ),
  bug(
    'drops the row of who leaves the results',
    'membership.ts',
    "state.status === 'finished' ? detach(state, player, atMs) : drop",
    'drop',
  ),
  bug(
    'lets the creator leave',
    'membership.ts',
    "if (userId === state.creatorId) return refuse(state, 'creator_cannot_leave')",
    '',
  ),
  bug(
    'lets players join while running',
    'membership.ts',
    "if (state.status !== 'pending') return refuse(state, 'game_started')",
    '',
  ),
  bug('seats 51 players', 'membership.ts', 'state.players.length >= MAX_PLAYERS', 'state.players.length > MAX_PLAYERS'),
  bug('seats a member twice', 'membership.ts', 'if (findPlayer(state, player.userId)) return accept(state)', ''),
  bug(
    'shows results to who has left them',
    'game-state.ts',
    'player.userId === userId && player.isAttached',
    'player.userId === userId',
  ),
  bug(
    'lets any player change the game',
    'creator-requests.ts',
    "userId === state.creatorId ? null : 'not_creator'",
    'null',
  ),
  bug(
    'changes settings while running',
    'creator-requests.ts',
    "if (state.status === 'pending') return change",
    'if (state.status) return change',
  ),
  bug(
    'keeps settings though the status was refused',
    'creator-requests.ts',
    'moved.refused ? refuse(state, moved.refused) : moved',
    'moved',
  ),
  bug(
    'keeps a number of questions that the topics do not hold',
    'creator-requests.ts',
    'Math.min(asked.questionCount, questionsHeld)',
    'asked.questionCount',
  ),
  bug(
    'lets the creator skip the countdown',
    'creator-requests.ts',
    "isTooEarly(state, atMs) ? refuse(state, 'too_early') : openQuestion",
    'openQuestion',
  ),
  bug(
    'archives a running game on request',
    'creator-requests.ts',
    "case 'finished to archived':",
    "case 'finished to archived':\n    case 'running to archived':",
  ),
  bug(
    'leaves a replaced game as finished',
    'creator-requests.ts',
    'return andThen(ended, (last) => archive(last, atMs))',
    'return ended',
  ),
  bug(
    'takes players along who have left the results',
    'lobby.ts',
    'attachedPlayers(archived.players)',
    'archived.players',
  ),
  bug(
    'keeps the name of an erased player',
    'membership.ts',
    '{ ...player, name: ERASED_NAME, isAttached: false }',
    '{ ...player, isAttached: false }',
  ),
  bug(
    'keeps an erased player in the game',
    'membership.ts',
    '{ ...player, name: ERASED_NAME, isAttached: false }',
    '{ ...player, name: ERASED_NAME }',
  ),
  bug('leaves the lobby of an erased creator open', 'membership.ts', "rest.status === 'pending' && ", 'false && '),
  bug(
    'does not close the question when the one who was waited for is erased',
    'membership.ts',
    ': closeIfAllAnswered(rest, questions, atMs)',
    ': accept(rest)',
  ),
  bug('lets a guest ask for a rematch', 'creator-requests.ts', 'creatorRefusal(state, userId) ?? ', ''),
]
