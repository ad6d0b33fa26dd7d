import type { StageGame } from '@quizmaster/contract/http/stage'

/** The time of the server and of the tests. */
export const NOW_MS = 1_700_000_000_000

type Question = NonNullable<StageGame['question']>

export const QUESTION = {
  id: 'q1',
  text: 'How do sailors know a lighthouse?',
  topic: { id: 't1', text: 'Lighthouses' },
  answers: ['Width', 'Rhythm', 'Hour', 'Height'].map((text, n) => ({ id: `a${n}`, text })),
  index: 2,
  answer_count: 1,
} as unknown as Question

export const REVEAL = { correct_answer_id: 'a1', description: 'Each has its own.' } as NonNullable<StageGame['reveal']>

/** A game as a stage gets it: a lobby with `count` players, the host Anna Example first. */
export function buildStageGame(count: number, change: Partial<StageGame> = {}): StageGame {
  return {
    id: '48213067',
    status: 'pending',
    host: 'Anna Example',
    settings: { topics: [], question_count: 10 },
    players: Array.from({ length: count }, (_, n) => ({
      id: `p${n}`,
      name: n === 0 ? 'Anna Example' : `Player ${n}`,
      points: 1_000 * (count - n),
      ...(n === 0 ? { is_host: true as const } : {}),
    })),
    question: null,
    reveal: null,
    since: 1,
    version: 1,
    server_time: NOW_MS,
    phase_ends_at: null,
    ...change,
  } as StageGame
}

/** A game of twelve players with an open question. */
export function buildOpenQuestion(change: Partial<StageGame> = {}): StageGame {
  return buildStageGame(12, { status: 'running', phase_ends_at: NOW_MS + 20_000, question: QUESTION, ...change })
}
