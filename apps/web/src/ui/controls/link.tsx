import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A path of the app, with its query. */
  to: string
  /** Kept with the history entry, for the screen that the link leads to. */
  state?: unknown
  /** Replaces the current history entry instead of adding one, as a link to the same address always does. */
  replace?: boolean
}

/** A link to a screen of the app. The router's own link adds 2 kB of prefetching code that only data routers need. */
export function Link({ to, state, replace, onClick, children, ...attributes }: Props) {
  const follow = useLinkClickHandler(to, { state, ...(replace !== undefined && { replace }) })

  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }

  return (
    <a {...attributes} href={useHref(to)} onClick={press}>
      {children}
    </a>
  )
}
