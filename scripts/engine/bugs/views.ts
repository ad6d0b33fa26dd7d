import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in what a player may see. */
export const VIEW_BUGS: readonly PlantedBug[] = [
  bug(
    'shows what others have answered',
    'views.ts',
    'if (isClosed || id === viewerId) shown',
    'if (isClosed || id) shown',
  ),
  bug('shows the right answer while the question is open', 'views.ts', 'if (!isClosedAt(state, index)) return\n', ''),
  bug(
    'shows the question after the current one',
    'views.ts',
    'questions.slice(0, state.askedCount).map(',
    'questions.slice(0, state.askedCount + 1).map(',
  ),
  bug('hides the previous answers while running', 'views.ts', 'state.askedCount - 2', 'state.askedCount - 1'),
  bug(
    'shows the answer of a leaver',
    'views.ts',
    'for (const { id } of state.players) {',
    'for (const id of Object.keys(state.answers[index] ?? {}) as PlayerId[]) {',
  ),
  bug(
    'sends players who have answered the view of the others',
    'views.ts',
    'viewer === undefined || isClosedAt(',
    'viewer === undefined || !isClosedAt(',
  ),
  bug(
    'shows a stage the right answer while the question is open',
    'stage-view.ts',
    'if (!question || !state.isClosed) return null',
    'if (!question) return null',
  ),
  bug(
    'shows a stage the next question',
    'stage-view.ts',
    'const question = questions[askedCount - 1]',
    'const question = questions[askedCount]',
  ),
  bug('shows a stage an id that is hidden', 'stage-view.ts', 'stage.isIdShown ? state.id : null', 'state.id'),
  bug(
    'counts the answer of a leaver on a stage',
    'stage-view.ts',
    'players.filter(({ id }) => entries?.[id]?.isAnswered).length',
    'Object.keys(entries ?? {}).length',
  ),
  bug('shows a stage the old places in the new order', 'stage-view.ts', 'inRankingOrder(before).map', 'before.map'),
  bug(
    'lets players join a locked lobby',
    'membership.ts',
    "if (state.isLocked) return refuse(state, 'game_locked')\n",
    '',
  ),
  bug('forgets the stages in a rematch', 'lobby.ts', '...(stage ? {', '...(stage === null ? {'),
  bug(
    'lets one stage too many show a game',
    'stages.ts',
    'stage.ids.length >= MAX_STAGES',
    'stage.ids.length > MAX_STAGES',
  ),
]
