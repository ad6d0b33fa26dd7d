import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { say } from '../ui/announce.ts'
import { strings } from './strings.ts'

let isFirstScreen = true

/**
 * Names the document after the screen and, on a change of route, takes the focus to its heading and says its name
 * (guide 3.0). A screen that has taken the focus itself keeps it.
 */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${strings.product}`
    if (isFirstScreen) {
      isFirstScreen = false
      return
    }
    window.scrollTo(0, 0)
    focusHeading()
    say(title)
  }, [title, pathname])
  return children
}

function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main')
  if (main?.contains(document.activeElement)) return
  const target = main?.querySelector<HTMLElement>('h1') ?? main
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
