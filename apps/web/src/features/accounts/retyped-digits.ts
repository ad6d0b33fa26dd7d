import type { CodeDigits } from '../../ui/fields/code-digits.ts'

/**
 * What the boxes hold after one digit was typed over a refused code: the digits behind it go. Otherwise every key of a
 * newly typed code would make a full one, and each would be sent and spend one of the few tries.
 * Null where the change is another one: a paste, or the last box.
 */
export function retypedDigits(before: CodeDigits, after: CodeDigits): CodeDigits | null {
  const changed = after.flatMap((digit, index) => (digit === before[index] ? [] : [index]))
  const [index] = changed
  if (index === undefined || changed.length > 1 || index === after.length - 1 || after[index] === '') return null
  return after.map((digit, place) => (place > index ? '' : digit))
}
