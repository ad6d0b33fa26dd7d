import { watchedGameSchema } from '@quizmaster/contract/http/watch'
import { expect, test } from 'vitest'
import type { GameState } from './game-state.ts'
import { stageViewOf } from './stage-view.ts'
import { answerId, GAME_ID, playerId, stageId, START_MS, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  erases,
  finishedGame,
  leaves,
  lobbyOf,
  OPENED_MS,
  QUESTIONS,
  runningGame,
  startingGame,
  takesSeat,
  timePasses,
} from './testing/events.ts'
import { watchViewsOf } from './watch-view.ts'

const NOW_MS = START_MS + 123

/** The game as player 5 watches it. */
function view(state: GameState, player = 5) {
  const seen = watchViewsOf(state, QUESTIONS, NOW_MS)(userId(player))
  if (seen) expect(watchedGameSchema.parse(seen)).toEqual(seen)
  return seen
}

const watched = (state: GameState) => after(state, QUESTIONS, [takesSeat(5), state.changedAtMs])
const answered = () => after(watched(runningGame(3)), QUESTIONS, [answers(1, answerId(0, 0), 2_000), OPENED_MS + 2_000])

test('a watcher sees what a stage shows, their own seat, and the name of the host', () => {
  const closed = after(answered(), QUESTIONS, [timePasses, OPENED_MS + 21_000])
  for (const state of [watched(startingGame(3)), answered(), closed, watched(finishedGame(3))]) {
    const stage = { ids: [stageId(1)], isIdShown: false, sinceMs: state.seats?.[0]?.sinceMs ?? 0 }
    expect(view(state)).toEqual({
      id: GAME_ID,
      status: state.status,
      host: 'Player 0000',
      seat: { player_id: playerId(5), name: 'Player 0005', index: 3, earlier: [0, 1, 2].map(playerId) },
      is_watchable: true,
      game: stageViewOf({ ...state, stage }, QUESTIONS, NOW_MS),
    })
  }
})

test('the id is in the watched game only, even if the stages of the game show it', () => {
  const staged = { ...answered(), stage: { ids: [stageId(1)], isIdShown: true, sinceMs: 1 } }
  expect(view(staged)?.game).toMatchObject({ id: null, since: OPENED_MS })
})

test('each watcher has a place of their own in the evening, after the players of the game', () => {
  const both = after(answered(), QUESTIONS, [takesSeat(4), OPENED_MS + 2_000])
  expect(view(both, 4)?.seat).toEqual({
    player_id: playerId(4),
    name: 'Player 0004',
    index: 4,
    earlier: [0, 1, 2, 5].map(playerId),
  })
  expect(view(both, 4)?.game?.since).toBe(OPENED_MS + 2_000)
  const back = after(watched(finishedGame(3)), QUESTIONS, [leaves(1), OPENED_MS + 100_000])
  const again = after(back, QUESTIONS, [takesSeat(1), back.changedAtMs])
  expect(view(again, 1)?.seat).toMatchObject({ player_id: playerId(1), index: 1, earlier: [playerId(0)] })
})

test('while watching is switched off there is a seat, but nothing of the game', () => {
  const state = answered()
  const off = { ...state, settings: { ...state.settings, isWatchable: false as const } }
  expect(view(off)).toMatchObject({ status: 'running', seat: { index: 3 }, is_watchable: false, game: null })
  expect(JSON.stringify(view(off))).not.toContain('Question')
})

test('nobody without a seat watches: neither players nor strangers', () => {
  for (const player of [0, 1, 6]) expect(view(answered(), player)).toBeNull()
  expect(view(lobbyOf(3))).toBeNull()
  const finished = watched(finishedGame(3))
  expect(view(after(finished, QUESTIONS, [asksFor(0, 'archived'), finished.changedAtMs]))).toBeNull()
  expect(view(after(finished, QUESTIONS, [erases(5), finished.changedAtMs]))).toBeNull()
})

test('a watcher gets no account id', () => {
  const seen = JSON.stringify(view(answered()))
  for (const player of [0, 1, 2, 5]) expect(seen).not.toContain(userId(player))
})
