import { expect, test } from 'vitest'
import { insidePath } from './inside-path.ts'

test('a way back inside the app is followed', () => {
  expect(insidePath('/base/login/request-code')).toBe('/base/login/request-code')
  expect(insidePath('/?x=1')).toBe('/?x=1')
})

test('a way back that would leave the app leads to the start', () => {
  const outside = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:0',
    '',
    null,
  ]
  for (const address of outside) expect(insidePath(address)).toBe('/')
})
