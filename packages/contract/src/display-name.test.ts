import { describe, expect, test } from 'vitest'
import { cleanDisplayName, displayNameProblem } from './display-name.ts'
import { MESSAGES } from './messages.ts'

const REFUSED: Record<string, string> = {
  'a zero-width space': 'Anna\u200bSmith',
  'a joiner between Latin letters': 'An\u200dna Smith',
  'a non-joiner at the end': 'Anna Smith\u200c',
  'a soft hyphen': 'Anna\u00adSmith',
  'a word joiner': 'Anna\u2060Smith',
  'a right-to-left override': 'Anna \u202ehtimS',
  'a Hangul filler': 'Anna\u3164Smith',
  'a Braille blank': 'Anna\u2800Smith',
  'a variation selector on a letter': 'Anna\ufe0f Smith',
  'a variation selector on a digit': 'Anna 5\ufe0f Smith',
  'hidden tags': 'Anna\u{e0061}\u{e0062} Smith',
  'a grapheme joiner': 'Anna\u034fSmith',
  'three marks on a letter': 'Z\u0322\u0353\u0346algo',
  'marks from top to bottom': 'H\u0336\u0321\u0328\u0354\u030d\u0311\u0313ello',
  'the same mark twice': 'Anna\u0335\u0335 Smith',
  'five marks of a script': 'ထွ\u102d\u102f\u1037\u1036\u1039 ထွိုထွို',
}

const ACCEPTED: Record<string, string> = {
  accents: 'Zoë Ångström',
  Vietnamese: 'Nguyễn Thị Tường',
  Yoruba: 'Ọlọ́runfẹ́mi Àbẹ̀ní',
  Arabic: 'مُحَمَّد عَلِيّ',
  'Persian with a non-joiner': 'می\u200cخواهم',
  'Hindi with a joiner': 'क्\u200dषत्रिय',
  Thai: 'น้ำผึ้งหวาน',
  Burmese: 'ထွို့ထွို့',
  Hebrew: 'שָׁלוֹם לָךְ',
  Chinese: '王小明和李雷',
  'a family emoji': 'Anna \u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'an emoji with a skin tone': 'Anna \u{1f469}\u{1f3fd}\u200d\u{1f680}',
  'a heart in colour': 'Anna \u2764\ufe0f Ben',
  'a keycap': 'Anna 1\ufe0f\u20e3',
}

describe('a display name', () => {
  test.each(Object.entries(REFUSED))('with %s is refused', (_, name) => {
    expect(displayNameProblem(name)).toBe(MESSAGES.displayNameInvalid)
  })

  test.each(Object.entries(ACCEPTED))('with %s is accepted', (_, name) => {
    expect(displayNameProblem(name)).toBeNull()
  })

  test.each(Object.entries(ACCEPTED))('with %s is shown as it is', (_, name) => {
    expect(cleanDisplayName(name)).toBe(name)
  })

  test.each(Object.entries(REFUSED))('with %s, accepted earlier, is shown without it', (_, name) => {
    const cleaned = cleanDisplayName(name)
    expect(cleaned.length).toBeLessThan(name.length)
    expect([null, MESSAGES.displayNameTooShort]).toContain(displayNameProblem(cleaned))
  })
})
