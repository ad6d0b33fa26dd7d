import { expect, test } from 'vitest'
import { adFieldOf, adOf, draftOf, emptyDraft, problemsOf } from './ad-draft.ts'

const MOBY = {
  image: '/img/ads/moby-dick.svg',
  link: 'https://www.gutenberg.org/ebooks/2701',
  title: 'Moby-Dick',
  subtitle: 'Herman Melville',
  texts: ['A captain, a whale.', 'Call me Ishmael.'],
}
const draft = draftOf(MOBY)

test('an ad passes through the editor unchanged, except for blank lines and surrounding spaces', () => {
  expect(adOf(draft)).toEqual(MOBY)
  const untidy = { ...draft, title: ' Moby-Dick ', texts: '\n A captain, a whale. \r\n\n\nCall me Ishmael.\n' }
  expect(adOf(untidy)).toEqual(MOBY)
  expect(problemsOf(untidy)).toEqual({})
})

test.each([
  ['image', 'https://elsewhere.example.com/img/a.svg'],
  ['image', '/img/ads/../secret.svg'],
  ['image', '/img/ads/book.gif'],
  ['link', 'http://www.example.com'],
  ['link', 'javascript:alert(1)'],
  ['link', 'https://exa mple.com'],
  ['image', `/img/${'x'.repeat(92)}.svg`],
  ['link', `https://example.com/${'x'.repeat(281)}`],
  ['title', '  '],
  ['title', 'x'.repeat(101)],
  ['subtitle', 'x'.repeat(121)],
  ['texts', 'x'.repeat(161)],
  ['texts', '1\n2\n3\n4\n5'],
])('%s cannot be %j', (field, value) => {
  expect(Object.keys(problemsOf({ ...draft, [field]: value }))).toEqual([field])
})

test('a new ad is invalid until it has a picture, a link and a title', () => {
  expect(Object.keys(problemsOf(emptyDraft()))).toEqual(['image', 'link', 'title'])
})

test('a field that the server refused maps to a field on the screen', () => {
  expect(adFieldOf('ads.2.texts.1')).toEqual({ index: 2, field: 'texts' })
  expect(adFieldOf('ads.0.link')).toEqual({ index: 0, field: 'link' })
  expect(adFieldOf('ads')).toBeNull()
  expect(adFieldOf('ads.1.key')).toBeNull()
})
