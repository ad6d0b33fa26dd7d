import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { userApi } from '@quizmaster/contract/routes/user'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, atLeast, call, dataOf, onUnauthorized, startMsOf } from './http.ts'
import { storage } from './storage.ts'

const fetchStub = vi.fn<typeof fetch>()
const stops: (() => void)[] = []

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetchStub.mockReset()
  for (const stop of stops.splice(0)) stop()
})

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetchStub.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }))
}
const requestCode = () => call(userApi.requestCode, { email: 'a@b.cd' })

test('a call goes to its service with the stored token and its body as JSON', async () => {
  storage.set('token', 'abc')
  answer(200, { data: {} })
  await requestCode()
  const [url, init] = fetchStub.mock.calls[0] ?? []
  expect(url).toBe('/services/user/api/request_code')
  expect(init).toMatchObject({ method: 'POST', body: '{"email":"a@b.cd"}' })
  expect(init?.headers).toEqual({ authorization: 'Bearer abc', 'content-type': 'application/json' })
})

test('a visitor sends no authorization, and a call without a payload has no body', async () => {
  answer(200, { data: null })
  await call(userApi.currentUser)
  expect(fetchStub.mock.calls[0]?.[1]?.headers).toEqual({})
  expect(fetchStub.mock.calls[0]?.[1]?.body).toBeUndefined()
})

test('an early call replaces the first identical call, and the minimum wait counts from the early one', async () => {
  const url = '/services/gameplay/api/question/random_list'
  const early = { url, token: null, body: '{"topics":null}', controller: new AbortController() }
  const response = Promise.resolve(new Response('{"data":["early"]}'))
  globalThis.earlyCalls = [{ ...early, response, startedAtMs: performance.now() - 60_000 }]
  answer(200, { data: ['other topics'] })
  answer(200, { data: ['later'] })
  const draw = (topics: string[] | null) => call(gameplayApi.randomQuestions, { topics })
  expect(await draw(['a'])).toEqual({ data: ['other topics'] })
  const startMs = startMsOf(gameplayApi.randomQuestions)
  expect(await atLeast(60_000, draw(null), startMs)).toEqual({ data: ['early'] })
  expect(await draw(null)).toEqual({ data: ['later'] })
  expect(startMsOf(gameplayApi.randomQuestions)).toBeGreaterThan(startMs + 59_000)
})

test('an early call with another token is not used', async () => {
  storage.set('token', 'mine')
  const response = Promise.resolve(new Response('{"data":"theirs"}'))
  const early = { url: '/services/user/api/auth/current_user', token: 'theirs', controller: new AbortController() }
  globalThis.earlyCalls = [{ ...early, response, startedAtMs: 0 }]
  answer(200, { data: null })
  expect(await call(userApi.currentUser)).toEqual({ data: null })
})

test('a query is URL-encoded', async () => {
  answer(200, { data: [] })
  await call(gameplayApi.searchTopics, { count: 50, search: 'a&b c' })
  expect(fetchStub.mock.calls[0]?.[0]).toBe('/services/gameplay/api/topic/list?count=50&search=a%26b+c')
})

test('the error for a 422 has the messages by field', async () => {
  answer(422, { errors: { email: ['email must be a valid email'] } })
  await expect(requestCode()).rejects.toMatchObject({
    status: 422,
    code: 'invalid_fields',
    fields: { email: ['email must be a valid email'] },
  })
})

test('the error for a rate limit has its code, its field and how long to wait', async () => {
  answer(429, { error: 'Wait', code: 'rate_limited', errors: { email: ['Wait'] } }, { 'retry-after': '30' })
  await expect(requestCode()).rejects.toMatchObject({
    code: 'rate_limited',
    fields: { email: ['Wait'] },
    retryAfterMs: 30_000,
    message: 'Wait',
  })
})

test('an HTML page from a proxy in place of an answer is a bad_answer error', async () => {
  fetchStub.mockResolvedValueOnce(new Response('<html>', { status: 502 }))
  await expect(requestCode()).rejects.toMatchObject({ status: 502, code: 'bad_answer' })
  fetchStub.mockResolvedValueOnce(new Response('<html>', { status: 200 }))
  await expect(requestCode()).rejects.toMatchObject({ code: 'bad_answer' })
})

test('no answer is a network error', async () => {
  fetchStub.mockRejectedValueOnce(new TypeError('failed'))
  await expect(requestCode()).rejects.toMatchObject({ status: 0, code: 'network' })
})

test('a call without an answer times out after 20 s', async () => {
  vi.useFakeTimers()
  fetchStub.mockImplementationOnce(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  const stuck = requestCode()
  const refusal = expect(stuck).rejects.toMatchObject({ code: 'network' })
  await vi.advanceTimersByTimeAsync(20_000)
  await refusal
})

test('a call that its caller aborts is not a network error', async () => {
  const controller = new AbortController()
  controller.abort()
  const aborted = call(userApi.currentUser, undefined, { signal: controller.signal })
  await expect(aborted).rejects.not.toBeInstanceOf(ApiError)
})

test('a 401 for a call with the stored token is reported', async () => {
  const ended = vi.fn()
  stops.push(onUnauthorized(ended))
  storage.set('token', 'abc')
  answer(401, { error: 'Please sign in', code: 'unauthorized' })
  await expect(requestCode()).rejects.toMatchObject({ code: 'unauthorized' })
  expect(ended).toHaveBeenCalledOnce()
})

test('a late 401 for the token of an earlier session is not reported', async () => {
  const ended = vi.fn()
  stops.push(onUnauthorized(ended))
  storage.set('token', 'old')
  fetchStub.mockImplementationOnce(async () => {
    storage.set('token', 'new')
    return new Response('{"code":"unauthorized"}', { status: 401 })
  })
  await expect(requestCode()).rejects.toMatchObject({ status: 401 })
  expect(ended).not.toHaveBeenCalled()
})

test('an answer without data is an error', () => {
  expect(() => dataOf({} as { data: string })).toThrow(ApiError)
  expect(dataOf({ data: null })).toBeNull()
})

test('a minimum wait delays quick answers and quick failures', async () => {
  vi.useFakeTimers()
  const settled: string[] = []
  void atLeast(500, Promise.resolve()).then(() => settled.push('resolved'))
  void atLeast(500, Promise.reject(new Error('no'))).catch(() => settled.push('rejected'))
  await vi.advanceTimersByTimeAsync(499)
  expect(settled).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toEqual(['resolved', 'rejected'])
})
