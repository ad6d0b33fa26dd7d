import { type WaymarkShape, waymarkAt } from '../../ui/waymark-shapes.ts'

/** A player's waymark: the same in every list, whatever the order. */
export function playerShape(playerId: string): WaymarkShape {
  let sum = 0
  for (const character of playerId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return waymarkAt(sum)
}
