import type { MyStats } from '@quizmaster/contract/http/stats'

type Topic = MyStats['groups'][number]['topics'][number]

let counter = 0

function topic(text: string, seen: number, right: number, known: number): Topic {
  counter += 1
  const id = `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}` as Topic['id']
  const results = Array.from({ length: seen }, (_, index) => index < right)
  return { id, text, question_count: 25, seen, right, learning: seen - known, ...(seen < 5 ? { results } : {}) }
}

const PAST = [
  topic('Ancient Egypt', 23, 19, 17),
  topic('Ancient Greece', 21, 17, 15),
  topic('Cold War', 18, 8, 6),
  topic('First World War', 15, 6, 5),
  topic('Imperial China', 4, 3, 3),
  topic('Maya, Aztecs and Incas', 9, 5, 4),
  topic('Vikings', 16, 13, 11),
]
const EARTH = [topic('Volcanoes', 25, 21, 20), topic('Rivers and lakes', 24, 20, 18), topic('Weather', 22, 18, 15)]
const MYTH = [topic('Norse myths', 3, 2, 2)]

const ANSWERS = [142, 98, 0, 61, 120, 187, 203, 76, 154, 168, 190, 64]
const RIGHT = [104, 75, 0, 45, 93, 146, 160, 57, 122, 131, 149, 50]
const SECONDS = [0, 6, 22, 41, 55, 60, 52, 43, 34, 26, 20, 15, 11, 8, 6, 5, 3, 2, 2, 1]
const FIRST_MONDAY = Date.UTC(2026, 2, 2)
const WEEK_MS = 7 * 24 * 3_600_000

/** The stats of someone who has played for months. */
export const RICH_STATS: MyStats = {
  since: Date.UTC(2025, 10, 2, 12),
  answer_count: 2_300,
  question_count: 3_000,
  usual: [...PAST, ...EARTH, ...MYTH].reduce(
    (sum, { seen, right }) => ({ seen: sum.seen + seen, right: sum.right + right }),
    { seen: 0, right: 0 },
  ),
  groups: [
    { name: 'The past', question_count: 300, topics: PAST },
    { name: 'Earth and life', question_count: 325, topics: EARTH },
    { name: 'Myth, belief and thought', question_count: 100, topics: MYTH },
  ],
  weeks: ANSWERS.map((answers, index) => ({
    from: new Date(FIRST_MONDAY + index * WEEK_MS).toISOString().slice(0, 10),
    answers,
    right: RIGHT[index] ?? 0,
  })),
  speed: {
    count: SECONDS.reduce((sum, count) => sum + count, 0),
    seconds: SECONDS,
    lower_ms: 4_600,
    median_ms: 6_400,
    upper_ms: 8_900,
  },
  best_games: [
    { points: 8_028, right: 9, questions: 10, place: 1, players: 4, at: Date.UTC(2026, 3, 25, 12) },
    { points: 7_604, right: 9, questions: 10, place: 2, players: 6, at: Date.UTC(2026, 4, 9, 12) },
    { points: 6_990, right: 8, questions: 10, place: 1, players: 3, at: Date.UTC(2026, 2, 29, 12) },
  ],
  fact_count: 12,
}
