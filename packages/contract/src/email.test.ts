import { expect, test } from 'vitest'
import { emailKey, isEmail } from './email.ts'

test.each([
  'a@b.co',
  'ann.smith+quiz@mail.example.org',
  "o'neil@example.com",
  'x@xn--bcher-kva.example',
  `${'a'.repeat(64)}@b.co`,
])('%s is an e-mail address', (email) => {
  expect(isEmail(email)).toBe(true)
})

test.each([
  '',
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a b@c.co',
  'a@b..co',
  '.a@b.co',
  'a.@b.co',
  'a@-b.co',
  'a@b.c',
  'a@b.123',
  'a@b@c.co',
  'a@b.co\n',
  'ä@b.co',
])('%j is not an e-mail address', (email) => {
  expect(isEmail(email)).toBe(false)
})

test('the length is limited, and a very long text is refused quickly', () => {
  expect(isEmail(`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.co`)).toBe(true)
  expect(isEmail(`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(58)}.co`)).toBe(false)
  expect(isEmail(`${'a.'.repeat(500_000)}@b.co`)).toBe(false)
})

test('spellings of one address have the same key', () => {
  expect(emailKey(' Ann@Example.COM ')).toBe('ann@example.com')
})
