import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in how questions and players are rated. */
export const RATING_BUGS: readonly PlantedBug[] = [
  bug('forgets that players guess', 'ratings.ts', 'const GUESS_CHANCE = 1 / 4', 'const GUESS_CHANCE = 0'),
  bug(
    'expects weak players to be right about hard questions',
    'ratings.ts',
    'Math.exp(question - player)',
    'Math.exp(player - question)',
  ),
  bug(
    'rates a question that is answered correctly as harder',
    'ratings.ts',
    'moved(question, -surprise)',
    'moved(question, surprise)',
  ),
  bug('moves a rating by as much as ever after many answers', 'ratings.ts', 'STEP_DECAY * answers', 'STEP_DECAY * 0'),
  bug('does not count the answers', 'ratings.ts', 'answers: answers + 1', 'answers'),
]
