import { App } from '@capacitor/app'
import { AppLauncher } from '@capacitor/app-launcher'
import { siteOrigin } from '../api-origin.ts'
import { logDebug } from '../log.ts'
import { insidePath } from '../navigation.ts'
import { tabStorage } from '../storage.ts'

/** The key of the launch link that was followed, so that a reloaded page does not follow it again. */
const FOLLOWED_KEY = 'followedLink'

/** Starts the app at the link that opened it, if there was one. */
export async function startAtLink(): Promise<void> {
  const url = (await App.getLaunchUrl())?.url
  if (url === undefined || tabStorage.get(FOLLOWED_KEY) === url) return
  tabStorage.set(FOLLOWED_KEY, url)
  const path = pathOfLink(url)
  if (path !== null) window.history.replaceState(null, '', path)
}

/** The path that a link to our site leads to; null for any other address. */
export function pathOfLink(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname, search } = new URL(url)
  return origin === siteOrigin() ? insidePath(pathname + search) : null
}

/** Opens links that lead out of the app in the system's browser. */
export function openLinksOutside(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin === window.location.origin || !/^(?:https?|mailto):$/.test(link.protocol)) return
    event.preventDefault()
    openOutside(link.href)
  })
}

/** Opens an address in the system's app for it, such as a browser, a mail program or a store. */
export function openOutside(url: string): void {
  AppLauncher.openUrl({ url }).catch((error: unknown) => logDebug('address_not_opened', { err: error }))
}
