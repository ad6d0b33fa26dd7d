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
]
