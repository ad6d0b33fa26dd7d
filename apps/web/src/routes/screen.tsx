import { useEffect, type ReactNode } from 'react'
import { announce } from '../ui/feedback/announce.tsx'
import { strings } from './strings.ts'

let isFirstScreen = true

/**
 * Names the document after the screen and, on a change of route, takes the focus to its heading, which reads it out
 * (design 3.0). A screen that has put the focus elsewhere keeps it, and its name is said.
 */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`
    if (!isFirstScreen) {
      window.scrollTo(0, 0)
      if (!focusHeading()) announce(title)
    }
    isFirstScreen = false
  }, [title])
  return children
}

function focusHeading(): boolean {
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1')
  if (!heading || main?.contains(document.activeElement)) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
