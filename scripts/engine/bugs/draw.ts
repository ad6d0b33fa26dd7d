import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in how questions are drawn. */
export const DRAW_BUGS: readonly PlantedBug[] = [
  bug(
    'asks a question twice',
    'draw.ts',
    'const drawn = new Set([...interleave(fresh), ...interleave(seen)])',
    'const drawn = [...interleave(fresh), ...interleave(fresh), ...interleave(seen)]',
  ),
  bug(
    'asks recently seen questions first',
    'draw.ts',
    '[...interleave(fresh), ...interleave(seen)]',
    '[...interleave(seen), ...interleave(fresh)]',
  ),
  bug(
    'asks the questions of a topic in the order of the bank',
    'draw.ts',
    'shuffled(candidates, rng).map((ids) => shuffled(ids, rng))',
    'shuffled(candidates, rng)',
  ),
  bug('asks the most recently seen questions again first', 'draw.ts', 'atMs(a) - atMs(b)', 'atMs(b) - atMs(a)'),
  bug(
    'uses up one topic before the next',
    'draw.ts',
    'lists.flatMap((list) => list.slice(turn, turn + 1))',
    'turn === 0 ? lists.flat() : []',
  ),
  bug('shuffles some orders more often than others', 'draw.ts', 'rng() * (last + 1)', 'rng() * order.length'),
]
