import { createHash } from 'node:crypto'

/** The texts in an order that looks random and is the same for the same seed, however they stood before. */
export function seededOrder(seed: string, texts: readonly string[]): string[] {
  return texts
    .map((text) => ({
      text,
      rank: createHash('sha256')
        .update(JSON.stringify([seed, text]))
        .digest('hex'),
    }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ text }) => text)
}
