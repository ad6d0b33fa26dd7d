/** A paragraph, or the points of a list. */
export type LegalBlock = string | readonly string[]

/** One legal page. Headings are numbered where they are shown. */
export interface LegalText {
  title: string
  intro: string
  sections: readonly { heading: string; blocks: readonly LegalBlock[] }[]
}
