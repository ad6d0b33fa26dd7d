import type { Route } from './route.ts'

/** Topics and questions, for practice and for private games. */
export const gameplayApi = {
  generateToken: { method: 'GET', service: 'gameplay', path: '/token/generate' },
  randomTopics: { method: 'GET', service: 'gameplay', path: '/topic/random_list' },
  searchTopics: { method: 'GET', service: 'gameplay', path: '/topic/list' },
  topicGroups: { method: 'GET', service: 'gameplay', path: '/topic/groups' },
  suggestTopic: { method: 'POST', service: 'gameplay', path: '/topic/suggest' },
  randomQuestions: { method: 'POST', service: 'gameplay', path: '/question/random_list' },
  reviewQuestions: { method: 'POST', service: 'gameplay', path: '/question/review_list' },
  countDue: { method: 'GET', service: 'gameplay', path: '/question/due_count' },
  verifyAnswer: { method: 'POST', service: 'gameplay', path: '/question/verify_answer' },
} as const satisfies Record<string, Route>

/** Private games. */
export const gamesApi = {
  createGame: { method: 'POST', service: 'gameplay', path: '/game' },
  updateGame: { method: 'POST', service: 'gameplay', path: '/game/update' },
  rematch: { method: 'POST', service: 'gameplay', path: '/game/rematch' },
  removePlayer: { method: 'POST', service: 'gameplay', path: '/game/remove_player' },
  leaveGame: { method: 'POST', service: 'gameplay', path: '/game/leave' },
  joinGame: { method: 'POST', service: 'gameplay', path: '/game/:id/join' },
  commitAnswer: { method: 'POST', service: 'gameplay', path: '/game/commit_answer' },
  complainInGame: { method: 'POST', service: 'gameplay', path: '/game/complain' },
  lockGame: { method: 'POST', service: 'gameplay', path: '/game/lock' },
  showOnStage: { method: 'POST', service: 'gameplay', path: '/game/stage' },
  updateStage: { method: 'POST', service: 'gameplay', path: '/game/stage/update' },
  stopStages: { method: 'POST', service: 'gameplay', path: '/game/stage/stop' },
} as const satisfies Record<string, Route>

/** Watching a game that has started. */
export const watchApi = {
  watchGame: { method: 'POST', service: 'gameplay', path: '/game/watch' },
  stopWatching: { method: 'POST', service: 'gameplay', path: '/game/watch/leave' },
} as const satisfies Record<string, Route>

/** Stages: big screens that show a game. */
export const stageApi = {
  openStage: { method: 'POST', service: 'gameplay', path: '/stage' },
} as const satisfies Record<string, Route>

/** The Daily Ten. */
export const dailyApi = {
  day: { method: 'POST', service: 'gameplay', path: '/daily/day' },
  open: { method: 'POST', service: 'gameplay', path: '/daily/open' },
  answer: { method: 'POST', service: 'gameplay', path: '/daily/answer' },
  archive: { method: 'POST', service: 'gameplay', path: '/daily/archive' },
  weeks: { method: 'POST', service: 'gameplay', path: '/daily/weeks' },
  settings: { method: 'POST', service: 'gameplay', path: '/daily/settings' },
  keep: { method: 'POST', service: 'gameplay', path: '/daily/keep' },
} as const satisfies Record<string, Route>
