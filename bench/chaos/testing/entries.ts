import type { Game, GameAnswer } from '@quizmaster/contract/http/games'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import type { HistoryEntry, Stored } from '../history.ts'
import { HOST } from './good-history.ts'

/** The entries of one type. */
export type Of<Type extends HistoryEntry['type']> = Extract<HistoryEntry, { type: Type }>

/** Changes every state of the game that a player saw. */
export function changeStates(history: HistoryEntry[], change: (game: Game, player: UserId) => void): void {
  const askers = new Map(history.flatMap((entry) => (entry.type === 'call' ? [[entry.call, entry.player]] : [])))
  for (const entry of history) {
    if (entry.type === 'update') change(entry.game, entry.player)
    if (entry.type === 'reply' && entry.game) change(entry.game, askers.get(entry.call) ?? HOST)
  }
}

/** Changes a player's entry for a closed question wherever it is shown. */
export function changeEntries(
  history: HistoryEntry[],
  index: number,
  player: UserId,
  patch: Partial<GameAnswer>,
): void {
  changeStates(history, ({ state, players }) => {
    const id = players.find(({ user_id }) => user_id === player)?.id ?? ''
    const entry = state.answers[index]?.[id]
    if (entry && state.answers_info_items[index]) Object.assign(entry, patch)
  })
}

/** Another lobby of a player, which nobody joins and which is archived: what they see of it. */
export function archivedLobby(history: readonly HistoryEntry[], player: UserId): HistoryEntry[] {
  const { game } = find(history, 'update', (entry) => entry.player === HOST && entry.game.status === 'pending')
  const players = game.players.slice(0, 1).map((one) => ({ ...one, user_id: player }))
  const lobby: Game = { ...game, id: '87654321' as GameId, creator_id: player, players, version: 1 }
  return [lobby, { ...lobby, status: 'archived' as const, version: 2 }].map((state, index) => ({
    atMs: index,
    type: 'update',
    player,
    game: state,
    askedAtMs: null,
  }))
}

/** What is stored at the end. */
export function stored(history: readonly HistoryEntry[]): Stored {
  return find(history, 'stored', () => true).stored
}

/** The first entry of a type that fits. */
export function find<Type extends HistoryEntry['type']>(
  history: readonly HistoryEntry[],
  type: Type,
  fits: (entry: Of<Type>) => boolean,
): Of<Type> {
  const found = history.find((entry): entry is Of<Type> => entry.type === type && fits(entry as Of<Type>))
  if (!found) throw new Error(`the good history has no such ${type}`)
  return found
}

/** A player's update in which the question at `index` is open, and which shows somebody's answer. */
export function openQuestion(history: readonly HistoryEntry[], index: number, player: UserId): Game {
  const isOpen = ({ state }: Game) =>
    state.current_question_index === index &&
    state.answers_info_items[index] === undefined &&
    Object.keys(state.answers[index] ?? {}).length > 0
  return find(history, 'update', (entry) => entry.player === player && isOpen(entry.game)).game
}

/** The call with which a player answered the question at `index`. */
export function commitCall(history: readonly HistoryEntry[], index: number, player: UserId): Of<'call'> {
  return find(history, 'call', ({ player: caller, request }) => {
    return caller === player && request.name === 'commit_answer' && request.index === index
  })
}
