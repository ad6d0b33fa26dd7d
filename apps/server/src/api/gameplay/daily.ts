import { dailyEndpoints } from '@quizmaster/contract/http/daily'
import { answerDaily, type DailyAnswerDeps } from '../../features/daily/answer.ts'
import { dailyCaller } from '../../features/daily/callers.ts'
import { getArchive, getDay } from '../../features/daily/day.ts'
import { keepVisitorPlays } from '../../features/daily/keep-visitor-plays.ts'
import { type DailyPlayDeps, openDay } from '../../features/daily/play.ts'
import { changeWeekSettings, getWeeks } from '../../features/daily/player-weeks.ts'
import { type Metrics, timeAnswer } from '../../infra/metrics.ts'
import type { Route } from '../route.ts'

/** The Daily Ten. */
export function dailyRoutes(route: Route, deps: DailyPlayDeps & DailyAnswerDeps & { metrics: Metrics }): void {
  route(dailyEndpoints.day, async ({ session, body }) => ({
    data: await getDay(deps, {
      caller: dailyCaller(session?.userId ?? null, body.visitor),
      timeZone: body.time_zone,
      date: body.date,
    }),
  }))
  route(dailyEndpoints.open, async ({ session, body, address }) => ({
    data: await openDay(deps, {
      caller: dailyCaller(session?.userId ?? null, body.visitor),
      timeZone: body.time_zone,
      date: body.date,
      hasClock: body.has_clock,
      address,
    }),
  }))
  route(dailyEndpoints.answer, async ({ session, body }) => ({
    data: await timeAnswer(deps.metrics, 'daily', () =>
      answerDaily(deps, {
        caller: dailyCaller(session?.userId ?? null, body.visitor),
        timeZone: body.time_zone,
        date: body.date,
        index: body.index,
        answer: body.answer,
      }),
    ),
  }))
  route(dailyEndpoints.archive, async ({ session, body }) => ({
    data: await getArchive(deps, {
      caller: dailyCaller(session?.userId ?? null, body.visitor),
      timeZone: body.time_zone,
    }),
  }))
  route(dailyEndpoints.weeks, async ({ session, body }) => ({
    data: await getWeeks(deps, { userId: session.userId, timeZone: body.time_zone }),
  }))
  route(dailyEndpoints.settings, async ({ session, body }) => ({
    data: await changeWeekSettings(
      deps,
      { userId: session.userId, timeZone: body.time_zone },
      { isPaused: body.is_paused, areWeeksShown: body.are_weeks_shown },
    ),
  }))
  route(dailyEndpoints.keep, async ({ session, body }) => ({
    data: { dates: await keepVisitorPlays(deps, session.userId, body.visitor) },
  }))
}
