import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in who watches a game, what they see, and their place in the next one. */
export const SEAT_BUGS: readonly PlantedBug[] = [
  bug(
    'gives a seat to a player of the game',
    'seats.ts',
    "if (findPlayer(state, userId)) return refuse(state, 'already_in_game')",
    '',
  ),
  bug(
    'gives a seat to a player whom the creator has removed',
    'seats.ts',
    "if (state.removedUserIds.includes(userId)) return refuse(state, 'removed_from_game')",
    '',
  ),
  bug(
    'gives seats in a lobby',
    'seats.ts',
    "if (state.status === 'pending') return refuse(state, 'game_not_started')",
    '',
  ),
  bug('gives two seats to one user', 'seats.ts', 'if (findSeat(state, userId)) return accept(state)', ''),
  bug('gives 51 places', 'seats.ts', 'seats.length >= MAX_PLAYERS', 'seats.length > MAX_PLAYERS'),
  bug(
    'counts players who have left the results',
    'seats.ts',
    'attachedPlayers(state.players).length',
    'state.players.length',
  ),
  bug(
    'gives a returning player another id',
    'seats.ts',
    'state.players.find((earlier) => earlier.userId === userId) ?? player',
    'player',
  ),
  bug('takes all seats away with one', 'seats.ts', 'filter((seat) => seat !== left)', 'filter(() => false)'),
  bug('gives all seats one name', 'seats.ts', 'seat === renamed ? { ...seat, name } : seat', '({ ...seat, name })'),
  bug(
    'keeps the seat of an erased account',
    'membership.ts',
    'andThen(leaveSeat(state, userId, atMs), (rest)',
    'andThen(accept(state), (rest)',
  ),
  bug('keeps seats in an archived game', 'phases.ts', 'watchers.length > 0 ? { seats: [] } : {}', '{}'),
  bug(
    'does not tell those whose seat has ended',
    'phases.ts',
    'changesMembers: true, watchers }',
    'changesMembers: true }',
  ),
  bug('leaves those with a seat out of a rematch', 'lobby.ts', '[...creatorFirst, ...seats].map', 'creatorFirst.map'),
  bug(
    'gives those with a seat no place in the evening',
    'evening.ts',
    'players: [...players, ...seated] }',
    'players }',
  ),
  bug('gives a returning player two places in the evening', 'evening.ts', '.filter((id) => !players.includes(id))', ''),
  bug(
    'shows a game whose host has switched watching off',
    'watch-view.ts',
    'isWatchable(state) ? sharedViewOf',
    'state ? sharedViewOf',
  ),
  bug(
    'shows the game to anybody',
    'watch-view.ts',
    'if (!seat) return null',
    'if (!seat) return watchViewsOf(state, questions, nowMs)(seats[0]?.userId ?? userId)',
  ),
  bug(
    'shows a watcher the time of the stage',
    'watch-view.ts',
    'since: seat.sinceMs',
    'since: state.stage?.sinceMs ?? seat.sinceMs',
  ),
  bug('does not switch watching off', 'creator-requests.ts', '    one.isWatchable === other.isWatchable &&\n', ''),
  bug(
    'switches watching on with any other setting',
    'creator-requests.ts',
    'isWatchable ?? current.isWatchable !== false',
    'isWatchable ?? true',
  ),
]
