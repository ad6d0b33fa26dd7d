import { z } from 'zod'
import { AD_IMAGE_PATTERN, AD_LIMITS } from '../limits.ts'
import { adsApi } from '../routes/user.ts'
import { dataOf, endpoint, storableText, words } from './endpoint.ts'

const imagePathSchema = z.string().max(AD_LIMITS.image).regex(AD_IMAGE_PATTERN, 'must be a picture below /img/')
const httpsLinkSchema = z.string().max(AD_LIMITS.link).refine(isHttpsLink, 'must be an https address')

/** Printable characters only: URL parsers skip line breaks, and the database cannot store NUL. */
function isHttpsLink(text: string): boolean {
  return /^https:\/\/[!-~]+$/i.test(text) && URL.canParse(text)
}

/** A full-screen ad for a book. */
export const adItemSchema = z.object({
  image: imagePathSchema,
  link: httpsLinkSchema,
  title: words(AD_LIMITS.title),
  subtitle: storableText(0, AD_LIMITS.subtitle).trim(),
  texts: z.array(words(AD_LIMITS.text)).max(AD_LIMITS.texts),
})
export type AdItem = z.infer<typeof adItemSchema>

/** Ads, on the user service. */
export const adsEndpoints = {
  listAds: endpoint(adsApi.listAds, {
    access: 'open',
    summary: 'The ads in circulation',
    body: null,
    answer: dataOf(z.array(adItemSchema)),
  }),
}
