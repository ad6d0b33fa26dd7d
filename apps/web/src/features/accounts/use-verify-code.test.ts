import { expect, test } from 'vitest'
import { retypedDigits } from './use-verify-code.ts'

const digits = (text: string) => text.split('').map((digit) => digit.trim())

test('a digit typed over a refused code clears the digits after it', () => {
  expect(retypedDigits(digits('123456'), digits('923456'))).toEqual(digits('9     '))
  expect(retypedDigits(digits('123456'), digits('129456'))).toEqual(digits('129   '))
})

test('a change of the last digit, a removed digit and a whole new code are kept', () => {
  expect(retypedDigits(digits('123456'), digits('123459'))).toBeNull()
  expect(retypedDigits(digits('123456'), digits('12 456'))).toBeNull()
  expect(retypedDigits(digits('123456'), digits('654321'))).toBeNull()
})
