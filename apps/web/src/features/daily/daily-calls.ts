import type { DailyArchive, DailyDay, DailyVerdict, OpenedPlay, Weeks } from '@quizmaster/contract/http/daily'
import type { AnswerId } from '@quizmaster/contract/ids'
import { dailyApi } from '@quizmaster/contract/routes/gameplay'
import { atLeast, call, dataOf, MIN_CALL_MS } from '../../platform/http.ts'
import { addRoundTrip, pageNowMs } from '../../platform/server-clock.ts'
import { storage } from '../../platform/storage.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'

/** Identifies the caller: the bearer token identifies an account; without one this adds the browser's visitor id. */
function caller() {
  const visitor = storage.get('token') === null ? storage.get('dailyVisitor') : null
  return { time_zone: deviceTimeZone(), ...(visitor === null ? {} : { visitor }) }
}

/** The Daily Ten of a date (today's by default), with what the caller has played of it. */
export async function fetchDay(date: string | undefined, signal: AbortSignal): Promise<DailyDay> {
  return dataOf(await call(dailyApi.day, { ...caller(), ...(date === undefined ? {} : { date }) }, { signal }))
}

/** Begins a day or opens its next question. Calling it again gives the same question. */
export async function openDay(date: string, hasClock: boolean, signal: AbortSignal): Promise<OpenedPlay> {
  const opened = await atLeast(MIN_CALL_MS, open(date, hasClock, signal))
  if (opened.visitor !== undefined) storage.set('dailyVisitor', opened.visitor)
  return opened
}

async function open(date: string, hasClock: boolean, signal: AbortSignal): Promise<OpenedPlay> {
  const startedAtMs = pageNowMs()
  const opened = dataOf(await call(dailyApi.open, { ...caller(), date, has_clock: hasClock }, { signal }))
  addRoundTrip(startedAtMs, opened.server_time)
  return opened
}

/** Answers the open question; null once its time is up. */
export async function answerDaily(date: string, index: number, answer: AnswerId | null): Promise<DailyVerdict> {
  return dataOf(await atLeast(MIN_CALL_MS, call(dailyApi.answer, { ...caller(), date, index, answer })))
}

export async function fetchArchive(signal: AbortSignal): Promise<DailyArchive> {
  return dataOf(await call(dailyApi.archive, caller(), { signal }))
}

export async function fetchWeeks(signal: AbortSignal): Promise<Weeks> {
  return dataOf(await call(dailyApi.weeks, { time_zone: deviceTimeZone() }, { signal }))
}

/** Changes one of the player's switches. */
export async function changeWeeks(change: { is_paused?: boolean; are_weeks_shown?: boolean }): Promise<Weeks> {
  return dataOf(await call(dailyApi.settings, { time_zone: deviceTimeZone(), ...change }))
}
