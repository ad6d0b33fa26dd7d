import type { ErrorCode } from '@quizmaster/contract/errors'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@quizmaster/contract/http/endpoints'
import { API_PREFIX, type Route, servicePath } from '@quizmaster/contract/routes/route'
import { serverUrl } from './api-origin.ts'
import { noteTooOld, versionHeader } from './app-version.ts'
import { recordServerAnswer } from './connection.ts'
import { earlyCallStartMs, type EarlyCall, takeEarlyCall } from './early-calls.ts'
import { createEvent } from './event.ts'
import { storage } from './storage.ts'

const TIMEOUT_MS = 20_000

interface Controls {
  signal?: AbortSignal | undefined
}

/** What a call takes besides its body or query: values for the `:name` parts of the path, if it has any. */
type Options<R extends Route> = ParamsOf<R> extends undefined ? Controls : Controls & { params: ParamsOf<R> }
type Input<R extends Route> = R['method'] extends 'GET' ? QueryOf<R> | undefined : BodyOf<R>
type CallArguments<R extends Route> =
  ParamsOf<R> extends undefined
    ? undefined extends Input<R>
      ? [input?: Input<R>, options?: Options<R>]
      : [input: Input<R>, options?: Options<R>]
    : [input: Input<R>, options: Options<R>]

/** `network`: no answer. `bad_answer`: an answer that breaks the contract. `invalid_fields`: see `fields`. */
export type ApiErrorCode = ErrorCode | 'network' | 'bad_answer' | 'invalid_fields'

/** Why a call failed; `message` is a sentence for people, `status` is 0 if there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly details?: unknown
  readonly fields?: Record<string, string[]>
  readonly retryAfterMs?: number

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    more: { details?: unknown; fields?: Record<string, string[]>; retryAfterMs?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    Object.assign(this, more)
  }
}

/**
 * Calls an endpoint of the contract: `call(gamesApi.commitAnswer, body)`. A POST sends its input as JSON, a GET as the
 * query. Rejects with {@link ApiError}, or with the abort error if `signal` aborts.
 */
export async function call<R extends Route>(route: R, ...callArguments: CallArguments<R>): Promise<AnswerOf<R>> {
  const [input, { params, signal } = {}] = callArguments as [object?, (Controls & { params?: Record<string, string> })?]
  const path = addressOf(route) + fillPath(route.path, params)
  const answer =
    route.method === 'GET'
      ? await send('GET', path + searchOf(input), undefined, signal)
      : await send('POST', path, input, signal)
  return answer as AnswerOf<R>
}

/** The `data` of an answer. Throws {@link ApiError} if there is none. */
export function dataOf<T>(answer: { data: T }): T {
  if (answer.data === undefined) throw badAnswer(200)
  return answer.data
}

/** When a call of this route without parameters starts or, if it was made early, started (`performance.now()`). */
export function startMsOf(route: Route): number {
  return earlyCallStartMs(addressOf(route) + route.path) ?? performance.now()
}

/** Calls that show a loading state take at least this long, unless the product says otherwise (product 9). */
export const MIN_CALL_MS = 500

/**
 * Settles like the promise, but no sooner than `ms` after the call's start, so that the loading state does not flicker.
 */
export async function atLeast<T>(ms: number, promise: Promise<T>, startMs = performance.now()): Promise<T> {
  const restMs = startMs + ms - performance.now()
  const [result] = await Promise.allSettled([promise, new Promise((resolve) => setTimeout(resolve, restMs))])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

const unauthorized = createEvent()

/** Calls back when a call made with the stored token is answered 401, until the returned function is called. */
export const onUnauthorized = unauthorized.subscribe

async function send(
  method: 'GET' | 'POST',
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const token = storage.get('token')
  const headers: Record<string, string> = versionHeader()
  if (token) headers['authorization'] = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init: RequestInit = { method, headers }
  if (body !== undefined) init.body = JSON.stringify(body)
  const { response, text } = await exchange(url, init, signal, takeEarlyCall(url, token, init.body))
  // If the token has since been replaced, the answer says nothing about the current session.
  if (response.status === 401 && token && token === storage.get('token')) unauthorized.emit()
  const answer = parseObject(text)
  noteTooOld(response.status, answer)
  if (!response.ok) throw refusal(response, answer)
  if (!answer) throw badAnswer(response.status)
  return answer
}

async function exchange(url: string, init: RequestInit, signal: AbortSignal | undefined, early: EarlyCall | undefined) {
  const controller = early?.controller ?? new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  try {
    signal?.throwIfAborted()
    const response = await (early?.response ?? fetch(serverUrl(url), { ...init, signal: controller.signal }))
    const text = await response.text()
    recordServerAnswer(true)
    return { response, text }
  } catch (error) {
    if (signal?.aborted) throw error
    recordServerAnswer(false)
    throw new ApiError(0, 'network', 'The server cannot be reached. Please check your connection and try again')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function refusal(response: Response, answer: Record<string, unknown> | null): ApiError {
  const { status } = response
  const fields = readFields(answer?.['errors'])
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  const { code, error, details } = answer ?? {}
  const more = {
    ...(details === undefined ? {} : { details }),
    ...(fields ? { fields } : {}),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  }
  const message = typeof error === 'string' ? error : (Object.values(fields ?? {})[0]?.[0] ?? 'Something went wrong')
  if (typeof code === 'string') return new ApiError(status, code as ErrorCode, message, more)
  return new ApiError(status, fields ? 'invalid_fields' : 'bad_answer', message, more)
}

function badAnswer(status: number): ApiError {
  return new ApiError(status, 'bad_answer', 'The server gave an answer that makes no sense')
}

/** The first part of the paths of a route's service. */
function addressOf({ service }: Route): string {
  return servicePath(service) + API_PREFIX[service]
}

function searchOf(query: object = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search && `?${search}`
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function readFields(value: unknown): Record<string, string[]> | null {
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value).map(([field, messages]): [string, string[]] => [
    field,
    (Array.isArray(messages) ? messages : [messages]).map(String),
  ])
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

function readRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null
}
