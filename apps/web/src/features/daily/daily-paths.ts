import { useLocation } from 'react-router'
import { siteOrigin } from '../../platform/api-origin.ts'

/** The paths of the Daily Ten for players or for visitors. */
export interface DailyPaths {
  isVisitor: boolean
  today: string
  archive: string
  weeks: string
  day(date: string): string
  play(date: string): string
  answers(date: string): string
  /** Where "Back" on the start screen leads. */
  home: string
}

/** The paths for the current screen; those for visitors are below `/def`. */
export function useDailyPaths(): DailyPaths {
  const isVisitor = useLocation().pathname.startsWith('/def')
  const base = isVisitor ? '/def/daily' : '/app/daily'
  return {
    isVisitor,
    today: base,
    archive: `${base}/archive`,
    weeks: '/app/daily/weeks',
    day: (date) => `${base}/${date}`,
    play: (date) => `${base}/${date}/play`,
    answers: (date) => `${base}/${date}/answers`,
    home: isVisitor ? '/base/home' : '/app/dashboard',
  }
}

/** The URL that opens this Daily Ten for anyone. */
export function shareAddress(date: string): string {
  return `${siteOrigin()}/daily/${date}`
}
