const RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }

/** A place as it is written: "1st", "12th", "23rd". */
export function ordinal(place: number): string {
  return `${place}${SUFFIXES[RULES.select(place)]}`
}
