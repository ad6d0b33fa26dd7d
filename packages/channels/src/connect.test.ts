import { expect, test } from 'vitest'
import { parseParams } from './connect.ts'

const parse = (query: string): unknown => JSON.parse(JSON.stringify(parseParams(new URLSearchParams(query))))

test('parses plain, nested and repeated parameters', () => {
  expect(parse('a=1&b[c]=2&b[d][e]=3&a=4&')).toEqual({ a: '4', b: { c: '2', d: { e: '3' } } })
})

test('the later of a plain and a nested parameter wins, and malformed names are taken literally', () => {
  expect(parse('a=1&a[b]=2')).toEqual({ a: { b: '2' } })
  expect(parse('a[b]=2&a=1')).toEqual({ a: '1' })
  expect(parse('a[]=1&[x]=2&a[=3&=4')).toEqual({ 'a[]': '1', '[x]': '2', 'a[': '3', '': '4' })
  expect(parse(`a${'[b]'.repeat(100)}=1`)).toEqual({ [`a${'[b]'.repeat(100)}`]: '1' })
})
