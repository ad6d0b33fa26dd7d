import { z } from 'zod'
import { dataOf, endpoint, storableText, words } from './endpoint.ts'

/** A path of our own, never another site's picture (contract 3). */
const imagePathSchema = z
  .string()
  .max(100)
  .regex(/^\/img\/[a-z0-9/-]+\.(svg|png|webp)$/, 'must be a picture below /img/')
const httpsLinkSchema = z.string().max(300).refine(isHttpsLink, 'must be an https address')

/** Printable characters only: the URL parser would pass over a line break, and a database takes no NUL. */
function isHttpsLink(text: string): boolean {
  return /^https:\/\/[!-~]+$/i.test(text) && URL.canParse(text)
}

/** At their full length, in the longest script, so many still fit into the 64 KiB of a body (contract 2). */
export const MAX_ADS = 20

/** A book that is advertised on the whole screen (spec 3). */
export const adItemSchema = z.object({
  image: imagePathSchema,
  link: httpsLinkSchema,
  title: words(100),
  subtitle: storableText(0, 120).trim(),
  texts: z.array(words(160)).max(4),
})
export type AdItem = z.infer<typeof adItemSchema>

/** The calls about ads, base `/services/user/api`. */
export const adsApi = {
  listAds: endpoint({
    method: 'GET',
    path: '/ads',
    access: 'open',
    summary: 'The ads in circulation',
    body: null,
    answer: dataOf(z.array(adItemSchema)),
  }),
}
