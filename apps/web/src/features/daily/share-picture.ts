import { TALL_PICTURE, WIDE_PICTURE } from './scene/composition.ts'
import { sceneSvg, svgAddress } from './scene/scene.ts'
import { DAILY_STRINGS } from './strings.ts'

/** What the picture of a result shows. */
export interface SharedResult {
  /** "12 March". */
  dateText: string
  marks: readonly boolean[]
}

export type PictureShape = 'wide' | 'tall'

const CREAM = '#FDF6EA'
const FAMILY = "'Geologica Variable', system-ui, sans-serif"
/** The logo on a view box of 96 by 96. */
const LOGO = {
  ring: 'M62.2 74.7A33 33 0 1 1 76.7 60.2',
  peak: 'M48 32.5 65 59.5H31z',
  snow: 'M48 32.5 54 42l-3.6 3.2L48 42.2l-2.6 3L42 42z',
  tail: 'M57.5 57.5 83.5 83.5',
} as const

/**
 * The picture of a result as a PNG of 1200 × 630 or 1080 × 1920: the mountain and the score, in the page's font. It
 * reveals no topic, question or answer.
 */
export async function drawPicture(shape: PictureShape, { dateText, marks }: SharedResult): Promise<Blob> {
  const composition = shape === 'wide' ? WIDE_PICTURE : TALL_PICTURE
  const image = await loadImage(svgAddress(sceneSvg(composition, marks)))
  const canvas = document.createElement('canvas')
  canvas.width = composition.width
  canvas.height = composition.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.drawImage(image, 0, 0)
  await Promise.all([document.fonts.load(`850 100px ${FAMILY}`), document.fonts.load(`700 50px ${FAMILY}`)])
  const score = DAILY_STRINGS.score(marks.filter(Boolean).length, marks.length)
  if (shape === 'wide') drawWideWords(context, score, dateText)
  else drawTallWords(context, score, dateText)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))), 'image/png'),
  )
}

function drawWideWords(context: CanvasRenderingContext2D, score: string, dateText: string): void {
  drawLogo(context, { x: 72, y: 68, size: 64 })
  write(context, 'Quizmaster', { x: 156, y: 118, size: 50, weight: 850, spacing: -0.04 })
  write(context, DAILY_STRINGS.title, { x: 74, y: 252, size: 46, weight: 700, spacing: -0.02 })
  write(context, dateText, { x: 74, y: 308, size: 46, weight: 700, spacing: -0.02 })
  write(context, score, { x: 74, y: 468, size: 138, weight: 850, spacing: -0.025 })
}

function drawTallWords(context: CanvasRenderingContext2D, score: string, dateText: string): void {
  const middle = TALL_PICTURE.width / 2
  const name = { size: 60, weight: 850, spacing: -0.04 }
  const logo = 80
  const gap = 20
  setFont(context, name)
  const left = middle - (logo + gap + context.measureText('Quizmaster').width) / 2
  drawLogo(context, { x: left, y: 210, size: logo })
  write(context, 'Quizmaster', { ...name, x: left + logo + gap, y: 270 })
  write(context, score, { x: middle, y: 518, size: 206, weight: 850, spacing: -0.025, align: 'center' })
  const dated = DAILY_STRINGS.dated(dateText)
  write(context, dated, { x: middle, y: 640, size: 58, weight: 700, spacing: -0.02, align: 'center' })
}

interface Font {
  size: number
  weight: number
  /** Letter spacing, as a fraction of the size. */
  spacing: number
}

function setFont(context: CanvasRenderingContext2D, { size, weight, spacing }: Font): void {
  context.font = `${weight} ${size}px ${FAMILY}`
  // In browsers without it the text is a little wider.
  if ('letterSpacing' in context) context.letterSpacing = `${size * spacing}px`
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  place: Font & { x: number; y: number; align?: CanvasTextAlign },
): void {
  setFont(context, place)
  context.textAlign = place.align ?? 'left'
  context.fillStyle = CREAM
  context.fillText(text, place.x, place.y)
}

function drawLogo(context: CanvasRenderingContext2D, { x, y, size }: { x: number; y: number; size: number }): void {
  context.save()
  context.translate(x, y)
  context.scale(size / 96, size / 96)
  context.lineCap = 'butt'
  context.strokeStyle = '#FDF3E3'
  context.lineWidth = 11
  context.stroke(new Path2D(LOGO.ring))
  const [peak, snow] = [new Path2D(LOGO.peak), new Path2D(LOGO.snow)]
  context.fillStyle = '#FDF3E3'
  context.fill(peak)
  context.fillStyle = '#FF8A4D'
  context.fill(snow)
  context.lineCap = 'round'
  context.strokeStyle = '#FF8A4D'
  context.lineWidth = 12.5
  context.stroke(new Path2D(LOGO.tail))
  context.restore()
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}
