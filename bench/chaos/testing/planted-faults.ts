import type { QuestionId } from '@quizmaster/contract/ids'
import { answerId, GAME_ID, questionId } from '../../../packages/engine/src/testing/fixtures.ts'
import type { HistoryEntry } from '../history.ts'
import {
  archivedLobby,
  changeEntries,
  changeStates,
  commitCall,
  find,
  type Of,
  openQuestion,
  stored,
} from './entries.ts'
import { GUEST, HOST } from './good-history.ts'

/** What goes wrong, the rule that notices it, and a change to a good history that causes it. */
export interface Planted {
  readonly what: string
  readonly rule: string
  readonly spoil: (history: HistoryEntry[]) => HistoryEntry[] | void
}

/** The bad histories that the checker must notice. */
export const PLANTED: readonly Planted[] = [
  {
    what: 'an acknowledged answer is missing',
    rule: 'answer_lost',
    spoil: (history) => changeEntries(history, 2, HOST, { answer: null, time_spent: 20_000, is_answered: false }),
  },
  {
    what: 'an acknowledged answer changed',
    rule: 'answer_lost',
    spoil: (history) => changeEntries(history, 2, HOST, { answer: answerId(2, 3) }),
  },
  {
    what: 'two different answers to one question were acknowledged',
    rule: 'answer_acknowledged_twice',
    spoil: (history) => {
      const { player } = commitCall(history, 1, HOST)
      const request = { name: 'commit_answer', game: GAME_ID, index: 1, answer: answerId(1, 2) } as const
      const second: HistoryEntry[] = [
        { atMs: 0, type: 'call', call: 900, player, request },
        { atMs: 0, type: 'reply', call: 900, status: 200 },
      ]
      return [...second, ...history]
    },
  },
  {
    what: 'a player has an answer that they never sent',
    rule: 'answer_invented',
    spoil: (history) => {
      const call = commitCall(history, 2, HOST)
      return history.filter((entry) => !((entry.type === 'call' || entry.type === 'reply') && entry.call === call.call))
    },
  },
  {
    what: 'one player gets the questions in another order',
    rule: 'question_order',
    spoil: (history) => {
      changeStates(history, ({ questions }, player) => {
        const [first, second, ...rest] = questions
        if (player === GUEST && first && second) questions.splice(0, questions.length, second, first, ...rest)
      })
    },
  },
  {
    what: 'a question comes twice',
    rule: 'question_repeated',
    spoil: (history) => {
      changeStates(history, ({ questions }) => {
        if (questions[2]) questions[2].id = questions[0]?.id ?? ('' as QuestionId)
      })
    },
  },
  {
    what: 'a game ends without its last question',
    rule: 'question_missing',
    spoil: (history) => changeStates(history, (game) => void game.questions.splice(2)),
  },
  {
    what: 'a lobby is archived although its host has opened no other',
    rule: 'question_missing',
    spoil: (history) => [...archivedLobby(history, GUEST), ...history],
  },
  {
    what: 'a game that its host has started is archived like a lobby',
    rule: 'question_missing',
    spoil: (history) => {
      const lobby = archivedLobby(history, HOST)
      const [{ game }] = lobby as [Of<'update'>]
      const start: HistoryEntry[] = [
        { atMs: 0, type: 'call', call: 900, player: HOST, request: { name: 'start_game', game: game.id } },
        { atMs: 0, type: 'reply', call: 900, status: 200 },
      ]
      return [...lobby, ...start, ...history]
    },
  },
  {
    what: 'a right answer earns other points than the engine gives',
    rule: 'points_wrong',
    spoil: (history) => changeEntries(history, 1, HOST, { points: 999 }),
  },
  {
    what: 'a wrong answer earns points',
    rule: 'points_wrong',
    spoil: (history) => changeEntries(history, 2, HOST, { points: 500 }),
  },
  {
    what: 'a question is counted twice in the score',
    rule: 'score_wrong',
    spoil: (history) => {
      changeStates(history, ({ state }) => {
        for (const id of Object.keys(state.points)) state.points[id] = 2 * (state.points[id] ?? 0)
      })
    },
  },
  {
    what: 'a score falls',
    rule: 'points_fell',
    spoil: (history) => {
      changeStates(history, ({ state, status }) => {
        if (status === 'finished') for (const id of Object.keys(state.points)) state.points[id] = 1
      })
    },
  },
  {
    what: 'the results are not in the order of their points',
    rule: 'ranking_wrong',
    spoil: (history) =>
      changeStates(history, (game) => {
        if (game.status === 'finished') game.players = game.players.toReversed()
      }),
  },
  {
    what: 'a game never ends',
    rule: 'game_not_ended',
    spoil: (history) =>
      history.filter(
        (entry) => !('game' in entry && entry.game?.status === 'finished') && entry.type !== 'fault_ended',
      ),
  },
  {
    what: 'the players see different results',
    rule: 'results_differ',
    spoil: (history) => {
      changeStates(history, (game, player) => {
        if (player === GUEST && game.status === 'finished') game.players = game.players.slice(0, 1)
      })
    },
  },
  {
    what: 'a player who has joined is not in the game',
    rule: 'join_lost',
    spoil: (history) => {
      changeStates(history, (game) => {
        game.players = game.players.filter(({ user_id }) => user_id !== GUEST)
      })
    },
  },
  {
    what: 'a question is shown before it opens',
    rule: 'question_too_early',
    spoil: (history) => {
      const early = openQuestion(history, 0, GUEST)
      early.questions.push(...structuredClone(openQuestion(history, 1, GUEST).questions.slice(1)))
    },
  },
  {
    what: "another player's answer is shown while the question is open",
    rule: 'answer_shown_early',
    spoil: (history) => {
      for (const entry of Object.values(openQuestion(history, 0, GUEST).state.answers[0] ?? {})) {
        entry.answer = answerId(0, 0)
      }
    },
  },
  {
    what: 'a call returns an older state than was seen before it',
    rule: 'version_stale',
    spoil: (history) => {
      const last = history.findLast((entry) => entry.type === 'reply' && entry.game)
      if (last?.type === 'reply') last.game = structuredClone(openQuestion(history, 1, GUEST))
    },
  },
  {
    what: 'one version has two different states',
    rule: 'version_differs',
    spoil: (history) => {
      openQuestion(history, 1, GUEST).settings.question_count = 30
    },
  },
  {
    what: 'an update comes too late to one player',
    rule: 'update_late',
    spoil: (history) => {
      const game = openQuestion(history, 1, GUEST)
      const late = history.find((entry) => entry.type === 'update' && entry.game === game)
      const isMissed = (entry: HistoryEntry) =>
        entry.type === 'update' && entry.player === GUEST && entry.game.state.current_question_index === 1
      return history.filter((entry) => entry === late || !isMissed(entry))
    },
  },
  {
    what: 'a phase ends long after its deadline',
    rule: 'phase_late',
    spoil: (history) => {
      const at = history.findIndex((entry) => entry.type === 'update' && entry.game.status === 'finished')
      for (const entry of history.slice(at)) entry.atMs += 10_000
    },
  },
  {
    what: 'a game earned its points twice',
    rule: 'award_duplicated',
    spoil: (history) => {
      const { awards, totals } = stored(history)
      const [first] = awards
      const total = totals.find(({ player }) => player === first?.player)
      if (first) awards.push(first)
      if (first && total) total.points += first.points
    },
  },
  {
    what: 'a game earned nothing',
    rule: 'award_wrong',
    spoil: (history) => {
      const { awards, totals } = stored(history)
      const lost = awards.findIndex(({ player }) => player === GUEST)
      totals.splice(1, 1)
      awards.splice(lost, 1)
    },
  },
  {
    what: 'points that were shown are missing',
    rule: 'points_lost',
    spoil: (history) => {
      find(history, 'stats', ({ player }) => player === HOST).points += 10
    },
  },
  {
    what: 'the total is not the sum of what was earned',
    rule: 'total_wrong',
    spoil: (history) => {
      for (const total of stored(history).totals) total.points += 1
    },
  },
  {
    what: 'an acknowledged answer in practice is not stored',
    rule: 'practice_answer_lost',
    spoil: (history) => void stored(history).answers.pop(),
  },
  {
    what: 'an answer in practice is stored twice',
    rule: 'practice_answer_duplicated',
    spoil: (history) => void stored(history).answers.push({ player: HOST, question: questionId(50), isRight: true }),
  },
  {
    what: 'a plan was paid for and is not there',
    rule: 'payment_lost',
    spoil: (history) => void stored(history).plans.pop(),
  },
  {
    what: 'one purchase was paid for twice',
    rule: 'payment_taken_twice',
    spoil: (history) => [find(history, 'paid', () => true), ...history],
  },
  {
    what: 'one payment gave two plans',
    rule: 'plan_duplicated',
    spoil: (history) => void stored(history).plans.push({ player: GUEST, plan: 'lifetime' }),
  },
  {
    what: 'somebody has a plan that nobody paid for',
    rule: 'plan_not_paid',
    spoil: (history) => void stored(history).plans.push({ player: HOST, plan: 'yearly' }),
  },
  {
    what: 'a code that was requested is never mailed',
    rule: 'mail_lost',
    spoil: (history) => history.filter(({ type }) => type !== 'mailed'),
  },
  {
    what: 'what is stored was not read',
    rule: 'history_incomplete',
    spoil: (history) => history.filter(({ type }) => type !== 'stored'),
  },
]
