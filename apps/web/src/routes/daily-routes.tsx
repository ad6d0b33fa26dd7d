import { type ReactNode } from 'react'
import { Route } from 'react-router'
import { lazyNamed } from '../platform/lazy.ts'
import { screen } from './screen.tsx'
import { strings } from './strings.ts'

const DailyDay = lazyNamed(() => import('../features/daily/daily-day.tsx'), 'DailyDayScreen')
const DailyPlay = lazyNamed(() => import('../features/daily/daily-play.tsx'), 'DailyPlay')
const DailyAnswers = lazyNamed(() => import('../features/daily/daily-answers.tsx'), 'DailyAnswers')
const DailyArchive = lazyNamed(() => import('../features/daily/daily-archive.tsx'), 'DailyArchive')

const { titles } = strings

/** The screens of the Daily Ten, for players and for visitors. */
export function dailyRoutes(): ReactNode {
  return (
    <>
      <Route index element={screen(titles.daily, DailyDay)} />
      <Route path="archive" element={screen(titles.dailyArchive, DailyArchive)} />
      <Route path=":date" element={screen(titles.daily, DailyDay)} />
      <Route path=":date/play" element={screen(titles.daily, DailyPlay)} />
      <Route path=":date/answers" element={screen(titles.dailyAnswers, DailyAnswers)} />
    </>
  )
}
