import { expect, test } from 'vitest'
import { scrub, scrubEnvelope, scrubText } from './scrub.ts'

const TOKEN = 'twAwABr_7vHvzdMWf43HOH7SESKw35dXqVWjQzbjNrc'

test.each([
  ['GET https://quiz.example/a/b?search=cats#part failed', 'GET https://quiz.example/a/b failed'],
  ['wss://quiz.example/socket/websocket?token=abc&vsn=2', 'wss://quiz.example/socket/websocket'],
  ['POST /services/x/list?count=50&search=cats', 'POST /services/x/list'],
  ['/base/pages/cookie-policy?back=/base/home', '/base/pages/cookie-policy'],
  ['?search=cats', ''],
  ['at f (https://quiz.example/assets/a-B1.js?v=2:10:20)', 'at f (https://quiz.example/assets/a-B1.js'],
])('queries and hashes are removed from URLs: %s', (text, clean) => {
  expect(scrubText(text)).toBe(clean)
})

test.each([
  ['for mira@example.com now', 'for [e-mail] now'],
  ['to=mira.o%40example.co.uk', 'to=[e-mail]'],
  ['"Zoë@bücher.example"', '"[e-mail]"'],
  ['the code 482913 is wrong', 'the code [code] is wrong'],
  ['482913', '[code]'],
  [`token ${TOKEN}.`, 'token [token].'],
  ['Authorization: Bearer abc.def-1', 'Authorization: [removed]'],
  ['sent bearer abcdef', 'sent bearer [removed]'],
  ['button.x[aria-label="Sign out Mira\'s phone"]', 'button.x'],
])('personal and secret data is removed: %s', (text, clean) => {
  expect(scrubText(text)).toBe(clean)
})

test.each([
  'Cannot read properties of undefined (reading 39477)',
  'http://localhost:39477/assets/reporting-client-BL_QNMF4.js',
  'assets/geologica-latin-ext-wght-normal-DZyYlgcm.woff2',
  'd2131ebf-a6b6-4bf0-bb78-c00dee01127e',
  '7e1b6dbcc25b4c8eb2166fb8679a7e02',
  '0.123456',
  '/app/private-game/join/48213907',
  'WebSocket closed with 1006',
])('text that explains an error stays: %s', (text) => {
  expect(scrubText(text)).toBe(text)
})

test('known secrets are removed even if they match no pattern', () => {
  expect(scrubText('known as odd address here', ['odd address'])).toBe('known as [removed] here')
})

test('strings are scrubbed at any depth, and other values stay', () => {
  const event = {
    exception: { values: [{ value: 'for a@b.example', stacktrace: { frames: [{ lineno: 482913 }] } }] },
    extra: { code: 482913, 'a@b.example': true },
    request: { query_string: 'a=b', headers: { Cookie: 'x=1' } },
    user: { id: 'd2131ebf-a6b6-4bf0-bb78-c00dee01127e', ip_address: '203.0.113.7' },
  }
  expect(scrub(event)).toEqual({
    exception: { values: [{ value: 'for [e-mail]', stacktrace: { frames: [{ lineno: 482913 }] } }] },
    extra: { code: 0, '[e-mail]': true },
    request: { query_string: '[removed]', headers: { Cookie: '[removed]' } },
    user: { id: 'd2131ebf-a6b6-4bf0-bb78-c00dee01127e', ip_address: '[removed]' },
  })
})

test('a recording is scrubbed line by line, and its length is that of the scrubbed text', () => {
  const events = [{ data: { href: 'https://quiz.example/x?code=482913', text: 'Zoë a@b.example' } }]
  const text = `{"segment_id":0}\n${JSON.stringify(events)}`
  const [, [item]] = scrubEnvelope([{}, [[{ type: 'replay_recording', length: text.length }, text]]], [])
  const sent = '{"segment_id":0}\n[{"data":{"href":"https://quiz.example/x","text":"Zoë [e-mail]"}}]'
  expect(item).toEqual([{ type: 'replay_recording', length: new TextEncoder().encode(sent).length }, sent])
})

test('a long style sheet is left as it is and takes no time', () => {
  const sheet = '.a{color:#482913}@media(max-width:359px){}'.repeat(5_000)
  expect(scrub({ _cssText: sheet, class: 'b' })).toEqual({ _cssText: sheet, class: 'b' })
})
