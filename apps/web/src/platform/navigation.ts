import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'
import { storage, tabStorage } from './storage.ts'

/** Set while a visitor who wants to type a game's id signs in. */
const JOIN_WANTED_KEY = 'joinWanted'

/**
 * Where to go after signing in: to the game of a pending invitation, to the join form if it was requested, else home.
 */
export function signedInPath(): string {
  const gameId = storage.get('joinGameId')
  if (gameId !== null) return `/app/private-game/join/${encodeURIComponent(gameId)}`
  return tabStorage.get(JOIN_WANTED_KEY) === null ? '/app/dashboard' : '/app/private-game/join'
}

/** Remembers that a visitor requested the join form, so that signing in leads there. */
export function rememberJoin(): void {
  tabStorage.set(JOIN_WANTED_KEY, 'true')
}

/** Forgets the request for the join form, once the form is shown. */
export function forgetJoin(): void {
  tabStorage.remove(JOIN_WANTED_KEY)
}

/**
 * Navigates like `useNavigate`, but only while the calling screen is mounted. For navigation that follows an answer
 * from the server: users who have left the screen stay where they are.
 */
export function useNavigateWhileMounted(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(
    (to, options) => {
      if (isMounted.current) void navigate(to, options)
    },
    [navigate],
  )
}

/** Leaves the app for another page, as a followed link would. */
export function leavePage(url: string): void {
  window.location.assign(url)
}

/**
 * Makes an address from outside safe to navigate to: it must be a path of this app, with one leading `/` that is not
 * followed by `/` or `\`. Anything else becomes `/`.
 */
export function insidePath(address: string | null): string {
  // Browsers drop tabs and line breaks from an address, so "/\t/evil" would leave the app.
  const path = (address ?? '').replace(/[\p{Cc}\s]/gu, '')
  return /^\/(?![/\\])/.test(path) ? path : '/'
}
