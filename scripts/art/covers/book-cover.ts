import { svgFile } from '../svg.ts'

/** Every cover is two wide and three high, so that the place of an ad never changes its size. */
const WIDTH = 200
const HEIGHT = 300
const SPINE_WIDTH = 12

type Colors = { ground: string; spine: string }

/** A closed book from the front: the scene on its ground, the spine along the left. No words: the title stands beside it. */
export function bookCover({ ground, spine }: Colors, scene: readonly string[]): string {
  return svgFile(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>${scene.join('')}<rect width="${SPINE_WIDTH}" height="${HEIGHT}" fill="${spine}"/>`,
  )
}
