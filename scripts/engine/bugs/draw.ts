import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in how questions are drawn. */
export const DRAW_BUGS: readonly PlantedBug[] = [
  bug(
    'asks a question twice',
    'draw.ts',
    'const drawn = new Set([...inTurns(fresh), ...inTurns(seen)])',
    'const drawn = [...inTurns(fresh), ...inTurns(fresh), ...inTurns(seen)]',
  ),
  bug(
    'asks what was seen lately first',
    'draw.ts',
    '[...inTurns(fresh), ...inTurns(seen)]',
    '[...inTurns(seen), ...inTurns(fresh)]',
  ),
  bug(
    'asks the questions of a topic in the order of the bank',
    'draw.ts',
    'shuffled(candidates, chance).map((ids) => shuffled(ids, chance))',
    'shuffled(candidates, chance)',
  ),
  bug('asks again what was seen last', 'draw.ts', 'atMs(a) - atMs(b)', 'atMs(b) - atMs(a)'),
  bug(
    'draws one topic empty before the next',
    'draw.ts',
    'lists.flatMap((list) => list.slice(turn, turn + 1))',
    'turn === 0 ? lists.flat() : []',
  ),
  bug('shuffles some orders more often than others', 'draw.ts', 'chance() * (last + 1)', 'chance() * order.length'),
]
