import { cookiePolicy } from './cookie-policy.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { termsOfService } from './terms-of-service.ts'

/** A paragraph, or the points of a list. */
export type LegalBlock = string | readonly string[]

/** One legal page. The headings are numbered when they are shown. */
export interface LegalText {
  title: string
  intro: string
  sections: readonly { heading: string; blocks: readonly LegalBlock[] }[]
}

const TEXTS = {
  'privacy-policy': privacyPolicy,
  'terms-of-service': termsOfService,
  'cookie-policy': cookiePolicy,
} as const satisfies Record<string, LegalText>

/** When the legal pages were last changed (product 9). */
export const LAST_UPDATED = '31 March 2025'

/** The legal page for a slug; null if unknown (product 2). */
export function findLegalText(slug: string): LegalText | null {
  return Object.hasOwn(TEXTS, slug) ? TEXTS[slug as keyof typeof TEXTS] : null
}
