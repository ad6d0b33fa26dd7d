// Draws the icons and splash screens of the native apps from the artwork: `npm run mobile:art`. The files are
// committed; `npm run mobile:check` checks their sizes.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { Resvg } from '@resvg/resvg-js'
import { contour } from '../art/contour.ts'
import { hero } from '../art/hero.ts'
import { markParts, oneColorMarkParts, partsAsSvg } from '../art/logo.ts'
import { findChromium } from '../testing/chromium.mjs'
import { opaquePng } from './opaque-png.ts'
import { offsetOf, type Placement, vectorDrawable } from './vector-drawable.ts'

const ROOT = join(import.meta.dirname, '../..')
const RES = 'apps/mobile/android/app/src/main/res'
const ASSETS = 'apps/mobile/ios/App/App/Assets.xcassets'

/** Android's icon layers: 108 wide, of which a circle of 66 is never cropped. */
const LAYER: Placement = { canvas: 108, scale: 0.56 }
/** A whole icon shows the middle 72 of a layer, and the mark may be larger. */
const WHOLE: Placement = { canvas: 108, scale: 0.62 }
/** On Android the splash icon's canvas is 288 dp, of which a circle of 192 is seen. */
const SPLASH: Placement = { canvas: 108, scale: 0.5 }

const BRAND = '#0F4A43'
const PAGE = { light: '#EFF4F0', dark: '#0A1C1A' }
const INK = { light: '#0E2A27', dark: '#EDF6F1' }

const ground = `<rect width="108" height="108" fill="${BRAND}"/>${mapLines()}`

/** The contour lines, bolder than on a page, because an icon is small. */
function mapLines(): string {
  const lines = contour('#FFFFFF', 0.14)
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace('</svg>', '')
  const bold = lines.replace('<path d', '<path stroke-width="5" d').replace('stroke-width="1.8"', 'stroke-width="7"')
  return `<g transform="translate(-6 -10) scale(0.14)" opacity="0.8">${bold}</g>`
}

function placed(svg: string, placement: Placement): string {
  const offset = offsetOf(placement)
  return `<g transform="translate(${offset} ${offset}) scale(${placement.scale})">${svg}</g>`
}

const lightMark = (placement: Placement) => placed(partsAsSvg(markParts('light')), placement)

function toPng(body: string, pixels: number, viewBox = '0 0 108 108'): Uint8Array {
  return render(body, pixels, viewBox).asPng()
}

/** Without transparency, which Apple's store refuses in an icon. */
function toOpaquePng(body: string): Uint8Array {
  const { pixels, width } = render(body, 1024, SEEN)
  return opaquePng(pixels, width)
}

function render(body: string, pixels: number, viewBox: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`
  return new Resvg(svg, { fitTo: { mode: 'width', value: pixels }, font: { loadSystemFonts: false } }).render()
}

const SEEN = '18 18 72 72'
const clipped = (shape: string, body: string) =>
  `<clipPath id="c">${shape}</clipPath><g clip-path="url(#c)">${body}</g>`

function androidFiles(): Record<string, string | Uint8Array> {
  const whole = ground + lightMark(WHOLE)
  const adaptive = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@mipmap/ic_launcher_background" />
    <foreground android:drawable="@drawable/ic_launcher_foreground" />
    <monochrome android:drawable="@drawable/ic_launcher_monochrome" />
</adaptive-icon>
`
  return {
    'drawable/ic_launcher_foreground.xml': vectorDrawable(markParts('light'), 108, LAYER),
    'drawable/ic_launcher_monochrome.xml': vectorDrawable(oneColorMarkParts('#FF000000'), 108, LAYER),
    'drawable/splash_mark.xml': vectorDrawable(markParts('dark'), 288, SPLASH),
    'drawable-night/splash_mark.xml': vectorDrawable(markParts('light'), 288, SPLASH),
    'mipmap-anydpi-v26/ic_launcher.xml': adaptive,
    'mipmap-anydpi-v26/ic_launcher_round.xml': adaptive,
    // One density: Android scales it for the others.
    'mipmap-xxxhdpi/ic_launcher_background.png': toPng(ground, 432),
    // Before Android 8 an icon is one picture.
    'mipmap-xxxhdpi/ic_launcher.png': toPng(
      clipped('<rect x="18" y="18" width="72" height="72" rx="16"/>', whole),
      192,
      SEEN,
    ),
    'mipmap-xxxhdpi/ic_launcher_round.png': toPng(clipped('<circle cx="54" cy="54" r="36"/>', whole), 192, SEEN),
  }
}

function iosFiles(): Record<string, string | Uint8Array> {
  const mark = (tone: 'light' | 'dark') =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="132" viewBox="0 0 96 96">${partsAsSvg(markParts(tone))}</svg>\n`
  return {
    'AppIcon.appiconset/icon-light.png': toOpaquePng(ground + lightMark(WHOLE)),
    'AppIcon.appiconset/icon-dark.png': toOpaquePng(
      `<rect width="108" height="108" fill="${PAGE.dark}"/>${lightMark(WHOLE)}`,
    ),
    // The system colours it: greys on black.
    'AppIcon.appiconset/icon-tinted.png': toOpaquePng(
      `<rect width="108" height="108" fill="#000000"/>${placed(partsAsSvg(oneColorMarkParts('#D9D9DE')), WHOLE)}`,
    ),
    'AppIcon.appiconset/Contents.json': contents([
      { filename: 'icon-light.png', ...UNIVERSAL },
      { filename: 'icon-dark.png', ...UNIVERSAL, appearances: appearance('dark') },
      { filename: 'icon-tinted.png', ...UNIVERSAL, appearances: appearance('tinted') },
    ]),
    'SplashMark.imageset/mark.svg': mark('dark'),
    'SplashMark.imageset/mark-dark.svg': mark('light'),
    'SplashMark.imageset/Contents.json': contents([
      { filename: 'mark.svg', idiom: 'universal' },
      { filename: 'mark-dark.svg', idiom: 'universal', appearances: appearance('dark') },
    ]),
    'SplashName.imageset/Contents.json': contents([
      { filename: 'name.png', idiom: 'universal', scale: '3x' },
      { filename: 'name-dark.png', idiom: 'universal', scale: '3x', appearances: appearance('dark') },
    ]),
    'SplashGround.colorset/Contents.json': `${JSON.stringify(
      {
        colors: [
          { idiom: 'universal', color: color(PAGE.light) },
          { idiom: 'universal', color: color(PAGE.dark), appearances: appearance('dark') },
        ],
        info: INFO,
      },
      null,
      2,
    )}\n`,
  }
}

const INFO = { author: 'xcode', version: 1 }
const UNIVERSAL = { idiom: 'universal', platform: 'ios', size: '1024x1024' }
const appearance = (value: 'dark' | 'tinted') => [{ appearance: 'luminosity', value }]
const contents = (images: object[]) => `${JSON.stringify({ images, info: INFO }, null, 2)}\n`

function color(hex: string): object {
  const part = (index: number) => `0x${hex.slice(index, index + 2)}`
  return {
    'color-space': 'srgb',
    components: { alpha: '1.000', red: part(1), green: part(3), blue: part(5) },
  }
}

/** Pictures with the product's name in its own font, which only a browser can render. */
async function nameImages(): Promise<Record<string, Uint8Array>> {
  const font = await readFile(
    join(ROOT, 'node_modules/@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2'),
  )
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const draw = async (body: string, style: string, width: number, height: number, deviceScaleFactor: number) => {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor })
    await page.setContent(`<style>
      @font-face { font-family: G; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 100 900 }
      body { margin: 0; height: ${height}px; font: 800 30px G; letter-spacing: -0.03em; ${style} }</style>${body}`)
    await page.evaluate('document.fonts.ready')
    return page.screenshot({ omitBackground: true })
  }
  const drawName = (ink: string) =>
    draw('Quizmaster', `display: grid; place-items: center; background: transparent; color: ${ink}`, 200, 80, 3)
  const [light, dark] = [await drawName(INK.light), await drawName(INK.dark)]
  const feature = await draw(featureGraphic(), '', FEATURE.width, FEATURE.height, 1)
  await browser.close()
  return {
    'apps/mobile/store/android/feature-1024x500.png': feature,
    [`${RES}/drawable-xxhdpi/splash_name.png`]: light,
    [`${RES}/drawable-night-xxhdpi/splash_name.png`]: dark,
    [`${ASSETS}/SplashName.imageset/name.png`]: light,
    [`${ASSETS}/SplashName.imageset/name-dark.png`]: dark,
  }
}

/** The picture above the listing in Google's store. */
const FEATURE = { width: 1024, height: 500 }

function featureGraphic(): string {
  const mark = partsAsSvg(markParts('light'))
  return hero(FEATURE.width, FEATURE.height).replace(
    '</svg>',
    `<g transform="translate(480 44) scale(0.9)">${mark}</g>
      <text x="584" y="108" font-size="60" fill="#FDF3E3">Quizmaster</text></svg>`,
  )
}

const under = (folder: string, files: Record<string, string | Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]))

/** Google's store takes its icon as a separate, square file. */
const storeFiles = { 'icon-512.png': toPng(ground + lightMark(WHOLE), 512, SEEN) }

const files = {
  ...under('apps/mobile/store/android', storeFiles),
  ...under(RES, androidFiles()),
  ...under(ASSETS, iosFiles()),
  ...(await nameImages()),
}
for (const [name, content] of Object.entries(files)) {
  await mkdir(dirname(join(ROOT, name)), { recursive: true })
  await writeFile(join(ROOT, name), content)
}
