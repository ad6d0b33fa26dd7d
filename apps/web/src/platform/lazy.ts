import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'
import { serverUrl } from './api-origin.ts'
import { logDebug } from './log.ts'
import { tabStorage } from './storage.ts'

const RELOADED_KEY = 'reloadedBuild'
/** The wait before the first retry; it doubles each time. */
const STYLE_RETRY_MS = 2_000

const LONGEST_WAIT_MS = 3_000
/** The wait where the browser does not report when it is idle. */
const GUESSED_WAIT_MS = 1_500

/** A lazy component. `preload` loads its chunk, so that it renders without a loading state. */
export type LazyComponent<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

/**
 * A component in a chunk of its own, by its export name. After a deploy the chunk that an old page asks for may be
 * gone; the page then reloads once to get the new version.
 */
export function lazyNamed<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  const later = lazy(() => loadChunk(load).then((module) => ({ default: module[name] })))
  let loaded: ComponentType<Props> | undefined
  function Preloadable(props: Props) {
    // Decided once, so that a chunk that arrives later doesn't remount the component.
    const [Drawn] = useState<ComponentType<Props> | typeof later>(() => loaded ?? later)
    return createElement(Drawn as ComponentType<Props>, props)
  }
  return Object.assign(Preloadable, {
    preload: async () => {
      const module = await load()
      loaded = module[name]
    },
  })
}

/** Loads a chunk. If it is missing, reloads the page, once per build; the promise then never settles. */
export async function loadChunk<T>(load: () => Promise<T>, reload = () => window.location.reload()): Promise<T> {
  retryStyleSheets()
  try {
    return await load()
  } catch (error) {
    await fetch(serverUrl('/healthz'), { cache: 'no-store' }).catch(() => {
      throw new Error('The server cannot be reached. Please check your connection and try again', { cause: error })
    })
    if (!mayReload()) throw new Error('A part of the app could not be loaded. Please try again later', { cause: error })
    reload()
    return new Promise<T>(() => {})
  }
}

/** Fetches a chunk before it is needed. If that fails, it is fetched again when it is needed. */
export function prefetchChunk(load: () => Promise<unknown>): void {
  retryStyleSheets()
  load().catch((err: unknown) => logDebug('chunk_not_prefetched', { err }))
}

/** Runs `work` once the page has loaded and the browser is idle, so that the first screen is not slowed down. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
    else setTimeout(work, GUESSED_WAIT_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

/** Runs `work` once nothing has been pressed for `ms`, so that it does not delay the response to a press. */
export function whenUnpressed(ms: number, work: () => void): void {
  const events = ['pointerdown', 'keydown'] as const
  let timer = setTimeout(finish, ms)
  function restart(): void {
    clearTimeout(timer)
    timer = setTimeout(finish, ms)
  }
  function finish(): void {
    for (const name of events) window.removeEventListener(name, restart, true)
    work()
  }
  for (const name of events) window.addEventListener(name, restart, true)
}

/** The bundler's loader requests a style sheet only once per page, so one that failed is requested again here. */
function retryStyleSheets(): void {
  // Adding the same listener again has no effect.
  document.addEventListener('error', retryStyleSheet, true)
}

function retryStyleSheet({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  const tries = Number(target.dataset['tries'] ?? 0)
  const next = target.cloneNode() as HTMLLinkElement
  next.dataset['tries'] = String(tries + 1)
  setTimeout(() => target.replaceWith(next), STYLE_RETRY_MS * 2 ** tries)
}

/** Once per build; the URL of this chunk identifies the build. */
function mayReload(): boolean {
  if (tabStorage.get(RELOADED_KEY) === import.meta.url) return false
  tabStorage.set(RELOADED_KEY, import.meta.url)
  // Without storage, the page would reload forever.
  return tabStorage.get(RELOADED_KEY) === import.meta.url
}
