import { svgFile } from '../svg.ts'

/** All covers have the ratio 2:3, so that ads have a fixed size. */
const WIDTH = 200
const HEIGHT = 300
const SPINE_WIDTH = 12

type Colors = { ground: string; spine: string }

/** A closed book from the front: the scene, with the spine on the left. No text, because the title is beside it. */
export function bookCover({ ground, spine }: Colors, scene: readonly string[]): string {
  return svgFile(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>${scene.join('')}<rect width="${SPINE_WIDTH}" height="${HEIGHT}" fill="${spine}"/>`,
  )
}
