import { type ComponentType, useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { create } from 'zustand'
import { announce } from '../ui/feedback/announce.tsx'
import { strings } from './strings.ts'

/** The path of the last screen since the page was loaded; null before the first. */
const useScreens = create<{ shownPath: string | null }>()(() => ({ shownPath: null }))

/**
 * Sets the document title and, on a change of route, focuses the screen's heading, so that it is read out (design 3.0).
 * If the screen has set the focus itself, its title is announced instead, unless the focus is on the heading, as on a
 * question.
 */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  // Two screens may have the same title, such as a Daily Ten and its result.
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${strings.product}`
    if (useScreens.getState().shownPath !== null) {
      window.scrollTo(0, 0)
      if (!isHeadingFocused() && !focusHeading()) announce(title)
    }
    useScreens.setState({ shownPath: pathname })
  }, [title, pathname])
  return children
}

/** The element of a route: a screen with its title. */
export function screen(title: string, Body: ComponentType): ReactNode {
  return (
    <Screen title={title}>
      <Body />
    </Screen>
  )
}

/** The element of a route that redirects to another one, without an entry in the history. */
export function Redirect({ to }: { to: string }) {
  return <Navigate to={to} replace />
}

function isHeadingFocused(): boolean {
  return document.activeElement?.matches('main h1') ?? false
}

function focusHeading(): boolean {
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1')
  if (!heading || main?.contains(document.activeElement)) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  // False under an open sheet, where the heading is inert.
  return document.activeElement === heading
}
