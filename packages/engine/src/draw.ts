import type { QuestionId, TopicId } from '@quizmaster/contract/ids'
import { type Chance, shuffled } from './shuffle.ts'

export interface QuestionDraw {
  /** By topic of the game, the ids of the questions it holds. */
  readonly candidates: ReadonlyMap<TopicId, readonly QuestionId[]>
  readonly count: number
  /** What any player of the room has seen lately, the latest first. */
  readonly seenLately: readonly QuestionId[]
  readonly chance: Chance
}

/**
 * Draws a game's questions in the order they are asked: turn by turn from every topic, none twice. Those seen lately
 * only come where the others don't suffice, the longest ago first. Fewer than `count` where the topics hold fewer.
 */
export function drawQuestions({ candidates, count, seenLately, chance }: QuestionDraw): QuestionId[] {
  const age = new Map(seenLately.map((id, index) => [id, index]))
  const isFresh = (id: QuestionId) => !age.has(id)
  const topics = shuffled([...candidates.values()], chance)

  const fresh = topics.map((ids) => shuffled(ids.filter(isFresh), chance))
  const seen = topics.map((ids) => ids.filter((id) => !isFresh(id)).toSorted((a, b) => ageOf(age, b) - ageOf(age, a)))
  const drawn = new Set([...inTurns(fresh), ...inTurns(seen)])
  return [...drawn].slice(0, Math.max(0, count))
}

function ageOf(age: ReadonlyMap<QuestionId, number>, id: QuestionId): number {
  return age.get(id) ?? 0
}

/** The first of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}
