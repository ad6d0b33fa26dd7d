import type { StageGame } from '@quizmaster/contract/http/stage'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { buildGameQuestion, buildPlayer } from './build-game.ts'

const SEAT: WatchedGame['seat'] = {
  player_id: 'p-lea' as WatchedGame['seat']['player_id'],
  name: 'Lea',
  index: 2,
  earlier: [buildPlayer('Mira').id, buildPlayer('Jonas').id],
}

/** Mira's and Jonas' game as a watcher sees it. By default, its first question is open for 20 s from the epoch on. */
export function buildStageGame(changes: Partial<StageGame> = {}): StageGame {
  return {
    id: null,
    status: 'running',
    host: 'Mira',
    settings: { topics: [], question_count: 10 },
    players: [buildPlayer('Mira'), buildPlayer('Jonas')].map(({ id, name }) => ({ id, name, points: 0 })),
    question: { ...buildGameQuestion('q1'), index: 0, answer_count: 1 },
    reveal: null,
    since: 1,
    version: 1,
    server_time: 0,
    phase_ends_at: 20_000,
    ...changes,
  }
}

/** The same game with its question closed: "q1 B" was right and earned 600 points for Jonas, who was second. */
export function buildStageReveal(changes: Partial<StageGame> = {}): StageGame {
  const [mira, jonas] = [buildPlayer('Mira'), buildPlayer('Jonas')]
  const question = buildGameQuestion('q1')
  const right = question.answers[1]
  if (!right) throw new Error('no answer to reveal')
  return buildStageGame({
    players: [
      { id: jonas.id, name: jonas.name, points: 600, gained: 600, old_place: 2 },
      { id: mira.id, name: mira.name, points: 0, gained: 0, old_place: 1 },
    ],
    reveal: { correct_answer_id: right.id, description: 'All about it.' },
    version: 2,
    phase_ends_at: 5_000,
    ...changes,
  })
}

/** Lea watches Mira's game and has a seat in the next one. */
export function buildWatched(changes: Partial<WatchedGame> = {}): WatchedGame {
  const status = changes.status ?? 'running'
  return {
    id: '48213907' as WatchedGame['id'],
    status,
    host: 'Mira',
    seat: SEAT,
    is_watchable: true,
    game: buildStageGame({ status }),
    ...changes,
  }
}
