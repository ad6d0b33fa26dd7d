import { z } from 'zod'
import { dataOf, endpoint, storableText } from './endpoint.ts'

/** A path of our own, never another site's picture (contract 3). */
const imagePathSchema = z.string().regex(/^\/img\/[a-z0-9/-]+\.(svg|png|webp)$/, 'must be a picture below /img/')
const httpsLinkSchema = z
  .string()
  .max(500)
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an https address')

/** A book that is advertised on the whole screen (spec 3). */
export const adItemSchema = z.object({
  image: imagePathSchema,
  link: httpsLinkSchema,
  title: storableText(1, 120),
  subtitle: storableText(0, 160),
  texts: z.array(storableText(1, 300)).max(6),
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
