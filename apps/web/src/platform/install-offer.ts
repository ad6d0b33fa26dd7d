import { useSyncExternalStore } from 'react'
import { native } from './native.ts'

/** The event with which a browser offers to install the web app. Chromium only, so not in TypeScript's library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** The browser's offer to install the web app, until it is taken. */
    installOffer?: Event | undefined
  }
}

/** `browser`: `install` opens the browser's prompt. `ios`: the user has to do it in Safari. Null: not offered. */
export type InstallOffer = { kind: 'browser'; install: () => Promise<void> } | { kind: 'ios' } | null

/** How the web app can be installed here; null if it cannot, is installed already, or is part of a native app. */
export function useInstallOffer(): InstallOffer {
  const event = useSyncExternalStore(subscribe, () => window.installOffer) as InstallPromptEvent | undefined
  if (native().platform !== 'web') return null
  if (event) return isInstalled() ? null : { kind: 'browser', install: () => install(event) }
  // Only Safari on iOS has this property; it is true in an installed app.
  return 'standalone' in navigator && navigator.standalone === false ? { kind: 'ios' } : null
}

const CHANGES = ['beforeinstallprompt', 'appinstalled', 'installoffertaken'] as const

function subscribe(listener: () => void): () => void {
  for (const change of CHANGES) window.addEventListener(change, listener)
  return () => CHANGES.forEach((change) => window.removeEventListener(change, listener))
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}

/** An offer can be used only once. If it was declined, the browser makes a new one later. */
async function install(event: InstallPromptEvent): Promise<void> {
  window.installOffer = undefined
  window.dispatchEvent(new Event('installoffertaken'))
  await event.prompt()
}
