/**
 * Masks what is random in messages, given as JSON: ids, names, letters, times, and the order of questions and answers.
 * Transcripts that differ in nothing else become equal.
 */
export function maskedTranscript(transcript: string): string {
  const plain = transcript
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/Player \d{4}/g, 'Player')
    .replaceAll(/"\d{8}"/g, '"game"')
    .replaceAll(/"letters":"\w{4}"/g, '"letters":"WXYZ"')
    .replaceAll(/\d{12,}/g, '0')
    .replaceAll(/Question \d of/g, 'Question n of')
    .replaceAll(/(Right|Wrong) \d/g, '$1 n')
  return JSON.stringify(sorted(JSON.parse(plain)))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sorted(inner)]))
}
