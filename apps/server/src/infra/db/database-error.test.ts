import { expect, test } from 'vitest'
import { databaseErrorCode } from './database-error.ts'

test.each(['EPIPE', 'EPERM', 'EBUSY', 'ECONNRESET'])('%s is a system error, not an SQLSTATE', (code) => {
  expect(databaseErrorCode(Object.assign(new Error(), { code }))).toBeUndefined()
})

test.each(['23505', '40P01', '3D000', 'XX000'])('%s is an SQLSTATE', (code) => {
  expect(databaseErrorCode(Object.assign(new Error(), { code }))).toBe(code)
})
