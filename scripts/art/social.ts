import { hero } from './hero.ts'
import { logoMarkAt } from './logo.ts'

/** The preview image of shared links, 1200 by 630: the hero with the mark, without text. */
export function socialImage(): string {
  return hero(1200, 630).replace('</svg>', `${logoMarkAt(84, 64, 220)}</svg>`)
}
