import { AD_IMAGE_PATTERN, AD_LIMITS } from '@quizmaster/contract/limits'
import type { AdItem } from '@quizmaster/contract/http/ads'
import { ADMIN_STRINGS, ADS_STRINGS } from './strings.ts'

/** An ad in the editor; its texts are edited as the lines of one field. */
export interface AdDraft {
  /** React key, so that fields keep their state while ads change places. */
  key: string
  image: string
  link: string
  title: string
  subtitle: string
  texts: string
}

export type AdField = Exclude<keyof AdDraft, 'key'>
/** What is wrong with the fields of an ad. */
export type AdProblems = Partial<Record<AdField, string>>

/** In screen order. */
export const AD_FIELDS = ['image', 'link', 'title', 'subtitle', 'texts'] as const satisfies readonly AdField[]

/** The draft of an existing ad. */
export function draftOf(ad: AdItem): AdDraft {
  const { image, link, title, subtitle, texts } = ad
  return { key: crypto.randomUUID(), image, link, title, subtitle, texts: texts.join('\n') }
}

/** A new ad. */
export function emptyDraft(): AdDraft {
  return draftOf({ image: '/img/ads/', link: 'https://', title: '', subtitle: '', texts: [] })
}

/** The ad of a draft, without blank lines and surrounding spaces. */
export function adOf({ image, link, title, subtitle, texts }: AdDraft): AdItem {
  return {
    image: image.trim(),
    link: link.trim(),
    title: title.trim(),
    subtitle: subtitle.trim(),
    texts: linesOf(texts),
  }
}

/** What the server would refuse, by field; empty if the ad is valid. */
export function problemsOf(draft: AdDraft): AdProblems {
  const { image, link, title, subtitle, texts } = adOf(draft)
  const found: AdProblems = {}
  const report = (field: AdField, problem: string | null) => {
    if (problem !== null) found[field] = problem
  }
  report(
    'image',
    AD_IMAGE_PATTERN.test(image) ? lengthProblem(ADS_STRINGS.image, image, AD_LIMITS.image) : ADS_STRINGS.imageWrong,
  )
  report('link', linkProblem(link))
  report('title', title === '' ? ADMIN_STRINGS.required(ADS_STRINGS.title) : null)
  report('title', lengthProblem(ADS_STRINGS.title, title, AD_LIMITS.title))
  report('subtitle', lengthProblem(ADS_STRINGS.subtitle, subtitle, AD_LIMITS.subtitle))
  report('texts', textsProblem(texts))
  return found
}

/** The ad and field for the name of a field that the server refused, such as `ads.2.texts.1`. */
export function adFieldOf(name: string): { index: number; field: AdField } | null {
  const [, index, field] = /^ads\.(\d+)\.(\w+)/.exec(name) ?? []
  const known = AD_FIELDS.find((each) => each === field)
  return index !== undefined && known ? { index: Number(index), field: known } : null
}

function linesOf(texts: string): string[] {
  return texts
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function linkProblem(link: string): string | null {
  const isHttps = /^https:\/\/[!-~]+$/i.test(link) && URL.canParse(link)
  return isHttps ? lengthProblem(ADS_STRINGS.link, link, AD_LIMITS.link) : ADS_STRINGS.linkWrong
}

function lengthProblem(field: string, text: string, max: number): string | null {
  return text.length > max ? ADMIN_STRINGS.tooLong(field, max) : null
}

function textsProblem(texts: readonly string[]): string | null {
  if (texts.length > AD_LIMITS.texts) return ADS_STRINGS.tooManyTexts
  return texts.some((text) => text.length > AD_LIMITS.text) ? ADS_STRINGS.textTooLong : null
}
