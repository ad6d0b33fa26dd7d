import { expect, test } from 'vitest'
import { retypedDigits } from './retyped-digits.ts'

const digits = (text: string) => text.split('').map((digit) => digit.trim())

test('a digit typed over a refused code takes those behind it away', () => {
  expect(retypedDigits(digits('123456'), digits('923456'))).toEqual(digits('9     '))
  expect(retypedDigits(digits('123456'), digits('129456'))).toEqual(digits('129   '))
})

test('the last digit mended, a digit taken away and a whole other code stand as they are', () => {
  expect(retypedDigits(digits('123456'), digits('123459'))).toBeNull()
  expect(retypedDigits(digits('123456'), digits('12 456'))).toBeNull()
  expect(retypedDigits(digits('123456'), digits('654321'))).toBeNull()
})
