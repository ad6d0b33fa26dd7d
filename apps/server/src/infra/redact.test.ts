import { describe, expect, test } from 'vitest'
import { redactPath, redactText } from './redact.ts'

describe('a redacted text', () => {
  test.each([
    ['an address', 'no mail to ada.lovelace+quiz@example.com today', 'ada'],
    ['an address in a query', 'GET /x?email=ada%40example.com failed', 'ada'],
    ['an encoded address', 'user ada%40example.com', 'ada'],
    ['a code', 'code 123456 is wrong', '123456'],
    ['a code in groups', 'code 123 456 is wrong', '123'],
    ['a session token', 'token 3q2-7wAAAAE9Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWw was refused', '3q2'],
    ['a bearer', 'sent Authorization: Bearer abc.def', 'abc'],
    ['a cookie', 'Cookie: a=1; session=canary\nnext', 'canary'],
    ['a password', 'password=hunter2', 'hunter2'],
    ['a key of the provider', 'with sk_test_4eC39HqLyjWD and whsec_abc', 'sk_test'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'c2ln'],
    ['a connection string', 'connect postgres://quiz:can/a?r#y@db.example.com:5432/quiz failed', 'quiz:'],
    ['a connection string for mails', 'smtps://user:canary@mail.example.com', 'canary'],
    ['a web address with a password', 'fetch https://user:canary@example.com/a', 'canary'],
    ['a query', 'fetch https://example.com/a?search=canary&page=2#canary failed', 'canary'],
    ['a query of a path', 'GET /services/x/list?search=canary', 'canary'],
    ['a fragment', 'https://example.com/a#canary', 'canary'],
    ['invalid JSON', `Unexpected token 'C', "Canary of me" is not valid JSON`, 'Canary'],
    ['an invalid database value', 'invalid input syntax for type uuid: "canary"', 'canary'],
  ])('contains no trace of %s', (_, text, secret) => {
    expect(redactText(text)).not.toContain(secret)
  })

  test.each([
    'relation "game_member" does not exist',
    "Cannot read properties of undefined (reading 'id')",
    'connect ECONNREFUSED 127.0.0.1:5432',
    'game 12345678 could not be saved',
    'user 3f2504e0-4f89-41d3-9a0c-0305e82c3301 is gone',
    'the call e632ad1f-9b39-4bfa-b0b7-b27d2e873779 failed',
    'the call e632ad1f-9b39-4482-9136-b27d2e873abc failed',
    'timeout after 10000 ms in setCurrentRequestSessionErrored',
  ])('keeps a harmless message: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('keeps the rest of the line and of a URL', () => {
    expect(redactText('GET https://example.com/a/b?c=d for a@b.co failed')).toBe(
      'GET https://example.com/a/b for [email] failed',
    )
  })

  test('is at most 2,000 characters, and hostile input does not slow it down', () => {
    expect(redactText('no '.repeat(5_000)).length).toBeLessThanOrEqual(2_000)
    for (const part of ['a@', 'a:', '"', 'http://', '?a=', 'token', 'a-1', '://']) redactText(part.repeat(50_000))
  })

  test('redactPath removes the directories of the machine', () => {
    expect(redactPath('/home/someone/quiz/apps/server/src/main.ts')).toBe('apps/server/src/main.ts')
    expect(redactPath('file:///srv/quiz/dist/server.mjs')).toBe('dist/server.mjs')
    expect(redactPath('node:internal/process')).toBe('node:internal/process')
  })
})
