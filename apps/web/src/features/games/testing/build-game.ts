import type { Question } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'

export const HOST_ID = 'u-mira' as Game['creator_id']
export const GUEST_ID = 'u-jonas' as Game['creator_id']

type Player = Game['players'][number]
type Entries = Game['state']['answers'][string]

/** A player of a game, by name: user "u-{name}", player "p-{name}". */
export function buildPlayer(name: string): Player {
  const id = name.toLowerCase()
  return { id: `p-${id}` as Player['id'], user_id: `u-${id}` as Player['user_id'], name }
}

/** A question of a game with the answers "{name} A" to "{name} D". */
export function buildGameQuestion(name: string): Question {
  const answers = ['A', 'B', 'C', 'D'].map((letter) => ({
    id: `${name}-${letter}` as Question['answers'][number]['id'],
    text: `${name} ${letter}`,
  }))
  const topic = { id: 't1' as Question['topic']['id'], text: 'Rivers' }
  return { id: name as Question['id'], text: `What is ${name}?`, topic, answers }
}

/** A game for tests: by default, Mira's lobby with Jonas in it. */
export function buildGame(changes: Partial<Game> = {}): Game {
  const players = changes.players ?? [buildPlayer('Mira'), buildPlayer('Jonas')]
  return {
    id: '48213907' as Game['id'],
    type: 'fun',
    creator_id: HOST_ID,
    status: 'pending',
    settings: { topics: ['t1' as Game['settings']['topics'][number]], question_count: 10 },
    players,
    questions: [],
    state: {
      points: Object.fromEntries(players.map(({ id }) => [id, 0])),
      current_question_index: 0,
      answers: {},
      answers_info_items: {},
    },
    version: 1,
    server_time: 0,
    phase_ends_at: null,
    ...changes,
  }
}

/** A running game with its first question open until `endsAtMs`. */
export function buildOpenQuestion(endsAtMs: number, entries: Entries = {}, changes: Partial<Game> = {}): Game {
  const game = buildGame({
    status: 'running',
    questions: [buildGameQuestion('q1')],
    phase_ends_at: endsAtMs,
    ...changes,
  })
  return { ...game, state: { ...game.state, answers: { 0: entries } } }
}

/** A player's own answer while the question is open. */
export const answered = (answer: string): Entries[string] => ({
  answer: answer as Entries[string]['answer'],
  time_spent: 1_000,
  points: null,
  is_pause: false,
  is_answered: true,
})

/** The same game with its question closed: "{question} B" was right; `earned` are the points for it, by player. */
export function closeQuestion(
  game: Game,
  earned: Record<string, number>,
  order: readonly Player[] = game.players,
): Game {
  const question = game.questions.at(-1)
  const entries = Object.fromEntries(
    game.players.map(({ id }) => {
      const open = game.state.answers[0]?.[id]
      return [
        id,
        {
          answer: open?.answer ?? null,
          time_spent: 1_000,
          points: earned[id] ?? 0,
          is_pause: true,
          is_answered: open !== undefined,
        },
      ]
    }),
  )
  const points = Object.fromEntries(
    game.players.map(({ id }) => [id, (game.state.points[id] ?? 0) + (earned[id] ?? 0)]),
  )
  const right = question?.answers[1]
  if (!right) throw new Error('no question to close')
  return {
    ...game,
    players: [...order],
    version: game.version + 1,
    state: {
      ...game.state,
      points,
      answers: { 0: entries },
      answers_info_items: {
        0: { correct_answer_id: right.id, correct_answer_text: right.text, description: 'All about it.' },
      },
    },
  }
}
