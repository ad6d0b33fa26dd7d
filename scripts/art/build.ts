import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { cardRidges } from './card-ridge.ts'
import { contour } from './contour.ts'
import { bookCovers } from './covers/book-covers.ts'
import { crown } from './crown.ts'
import { hero } from './hero.ts'
import { levelBadge } from './level-badge.ts'
import { appIcon, favicon, logo, logoLight } from './logo.ts'
import { RANK_COUNT } from './rank-colors.ts'
import { rankPatch } from './rank.ts'
import { socialImage } from './social.ts'
import { statePictures } from './states.ts'

const RANK_PIXELS = 480
const BADGE_PIXELS = 144

/**
 * Renders a drawing as a PNG of the given width, with up to 256 colours: the eye sees no difference, and the file is a
 * third as large. Drawings have no text, so no fonts are needed.
 */
function toPng(svg: string, widthPixels: number): Promise<Uint8Array> {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'width', value: widthPixels },
    font: { loadSystemFonts: false },
  })
  return sharp(picture.render().asPng()).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
}

function vectorFiles(): Record<string, string> {
  const covers = Object.entries(bookCovers()).map(([name, svg]) => [`ads/${name}.svg`, svg])
  const ridges = Object.entries(cardRidges()).map(([name, svg]) => [`${name}.svg`, svg])
  const states = Object.entries(statePictures()).map(([name, svg]) => [`state-${name}.svg`, svg])
  return {
    'hero.svg': hero(1000, 1000),
    'hero-wide.svg': hero(1000, 620),
    'contour.svg': contour('#0F4A43', 0.13),
    'contour-light.svg': contour('#FFFFFF', 0.14),
    'logo.svg': logo(),
    'logo-light.svg': logoLight(),
    'crown.svg': crown(),
    'favicon.svg': favicon(),
    ...Object.fromEntries([...ridges, ...states, ...covers]),
  }
}

function rasterFiles(): Record<string, Promise<Uint8Array>> {
  const files: Record<string, Promise<Uint8Array>> = {
    'icon-192.png': toPng(appIcon(), 192),
    'icon-512.png': toPng(appIcon(), 512),
    'social.png': toPng(socialImage(), 1200),
  }
  for (let rank = 1; rank <= RANK_COUNT; rank++) files[`rank-${rank}.png`] = toPng(rankPatch(rank), RANK_PIXELS)
  for (let digit = 0; digit <= 9; digit++) {
    files[`level-badge-xs-${digit}.png`] = toPng(levelBadge(digit), BADGE_PIXELS)
  }
  return files
}

/** Draws all images of the product into a folder, which is created if missing. The output is deterministic. */
export async function buildArt(outDir: string): Promise<void> {
  await mkdir(join(outDir, 'ads'), { recursive: true })
  const files = Object.entries({ ...vectorFiles(), ...rasterFiles() })
  await Promise.all(files.map(async ([name, content]) => writeFile(join(outDir, name), await content)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildArt(fileURLToPath(new URL('../../apps/web/public/img', import.meta.url)))
}
