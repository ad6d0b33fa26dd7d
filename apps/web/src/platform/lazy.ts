import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

const RELOADED_KEY = 'reloadedBuild'

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
