import type { Game } from '@quizmaster/contract/http/games'
import type { PlayerId } from '@quizmaster/contract/ids'
import { GAME_STRINGS } from './strings.ts'

/** How many names fit on one line on a phone. */
const TONIGHT_NAMES = 4

type EveningGame = Pick<Game, 'evening'> & { players: readonly { id: PlayerId; name: string }[] }

/** Who has won how many games since the first game of the evening, most wins first; null in the first game. */
export function tonightOf({ players, evening }: EveningGame): string | null {
  const wins = evening?.wins ?? {}
  const winners = players
    .map(({ id, name }) => ({ name, count: wins[id] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  if (winners.length === 0) return null
  return GAME_STRINGS.tonight(winners.slice(0, TONIGHT_NAMES).map(({ name, count }) => `${name} ${count}`))
}
