import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { logDebug } from './log.ts'

const RELOADED_KEY = 'reloadedBuild'
/** Before the first new try; each later one waits twice as long. */
const STYLE_RETRY_MS = 2_000

/**
 * A component out of its own chunk, by the name it is exported under. After a deploy the chunk of an old page is gone:
 * then the page reloads once and finds the new one (contract 8).
 */
export function lazyNamed<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const module = await loadChunk(load)
    return { default: module[name] }
  })
}

/** Loads a chunk; a missing one reloads the page once for each build, then the promise never settles. */
export async function loadChunk<T>(load: () => Promise<T>, reload = () => window.location.reload()): Promise<T> {
  keepStylesComing()
  try {
    return await load()
  } catch (error) {
    await fetch('/healthz', { cache: 'no-store' }).catch(() => {
      throw new Error('The server can not be reached. Please check your connection and try again', { cause: error })
    })
    if (!mayReload()) throw new Error('A part of the app could not be loaded. Please try again later', { cause: error })
    reload()
    return new Promise<T>(() => {})
  }
}

/** Fetches a chunk before it is needed; one that can not be had now is fetched again when it is. */
export function prefetchChunk(load: () => Promise<unknown>): void {
  keepStylesComing()
  load().catch((error: unknown) => logDebug('a chunk was not fetched beforehand', error))
}

/** The bundler's loader asks for a style sheet once in a page's life: one that failed is asked for again from here. */
function keepStylesComing(): void {
  // The same listener counts once, however often it is added.
  document.addEventListener('error', askAgain, true)
}

function askAgain({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  const tries = Number(target.dataset['tries'] ?? 0)
  const next = target.cloneNode() as HTMLLinkElement
  next.dataset['tries'] = String(tries + 1)
  setTimeout(() => target.replaceWith(next), STYLE_RETRY_MS * 2 ** tries)
}

/** Once a build, which the address of this very chunk names. */
function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === import.meta.url) return false
    sessionStorage.setItem(RELOADED_KEY, import.meta.url)
    return true
  } catch {
    return false
  }
}
