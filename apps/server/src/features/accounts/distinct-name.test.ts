import { expect, test } from 'vitest'
import { distinctName } from './distinct-name.ts'

test.each([
  ['the same name', 'Anna Smith', 'Anna Smith'],
  ['another case', 'anna SMITH', 'Anna Smith'],
  ['other spaces', 'AnnaSmith', 'Anna Smith'],
  ['punctuation', 'Anna-Smith.', 'Anna Smith'],
  ['accents', 'Ánna Smith', 'Anna Smith'],
  ['Cyrillic letters', '\u0410nn\u0430 Smith', 'Anna Smith'],
  ['Greek letters', '\u0391nna Smith', 'Anna Smith'],
  ['wide letters', '\uff21\uff4e\uff4e\uff41 Smith', 'Anna Smith'],
  ['mathematical letters', '\u{1d400}nna Smith', 'Anna Smith'],
  ['a capital i for an l', 'Wi\u006ciam', 'WiIiam'],
  ['a one for an l', 'Wi11iam', 'William'],
  ['a zero for an o', 'T0mmy', 'Tommy'],
  ['r and n for an m', 'Tornmy', 'Tommy'],
  ['an invisible character', 'Anna\u200bSmith', 'Anna Smith'],
])('a name that differs from another by %s gets a number', (_, name, other) => {
  expect(distinctName(name, [other])).toBe(`${name} 2`)
})

test.each([
  ['Anna Smith', 'Anne Smith'],
  ['Player 1234', 'Player 1235'],
  ['王小明和李雷', '王小红和李雷'],
  ['\u{1f600}\u{1f600}\u{1f600}\u{1f600}\u{1f600}', '\u{1f60e}\u{1f60e}\u{1f60e}\u{1f60e}\u{1f60e}'],
  ['-----', '_____'],
])('%s and %s are told apart', (name, other) => {
  expect(distinctName(name, [other])).toBe(name)
})

test('a number that is taken is left out, and the result is never longer than a name may be', () => {
  expect(distinctName('Tommy', ['Tommy', 'Tommy 2', 'T0MMY 3'])).toBe('Tommy 4')
  const long = 'x'.repeat(40)
  expect(distinctName(long, [long])).toBe(`${'x'.repeat(38)} 2`)
  const fifty = Array.from({ length: 49 }, () => 'Tommy').reduce<string[]>(
    (names, name) => [...names, distinctName(name, names)],
    [],
  )
  expect(new Set(fifty).size).toBe(49)
})
