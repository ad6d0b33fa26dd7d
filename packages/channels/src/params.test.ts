import { expect, test } from 'vitest'
import { parseParams } from './params.ts'

const parse = (query: string): unknown => JSON.parse(JSON.stringify(parseParams(new URLSearchParams(query))))

test('plain, nested and repeated parameters are read as clients write them', () => {
  expect(parse('a=1&b[c]=2&b[d][e]=3&a=4&')).toEqual({ a: '4', b: { c: '2', d: { e: '3' } } })
})

test('a name of two kinds takes the later one, and odd names are names', () => {
  expect(parse('a=1&a[b]=2')).toEqual({ a: { b: '2' } })
  expect(parse('a[b]=2&a=1')).toEqual({ a: '1' })
  expect(parse('a[]=1&[x]=2&a[=3&=4')).toEqual({ 'a[]': '1', '[x]': '2', 'a[': '3', '': '4' })
  expect(parse(`a${'[b]'.repeat(100)}=1`)).toEqual({ [`a${'[b]'.repeat(100)}`]: '1' })
})
