import { create } from 'zustand'

/** `tap`: a choice was registered. `success`: it was right. `warning`: it was wrong, or time is running out. */
export type Haptic = 'tap' | 'success' | 'warning'

/** A text and a link to share. */
export interface Shared {
  title: string
  text: string
  url: string
  /** Shared as well, if the device has storage left for it. */
  picture?: File | null
}

/** What the app can do on its platform: a browser, or an Android or iOS app. */
export interface Native {
  readonly platform: 'web' | 'android' | 'ios'
  /** The version that a native app sends with each call, such as `android/1.4.0`; null in a browser. */
  readonly appVersion: string | null
  /** Whether plans may be sold here. The stores' rules forbid it in the native apps. */
  readonly sellsPlans: boolean
  /** Opens the system's share sheet, and resolves when it is closed; null in a browser. */
  readonly share: ((shared: Shared) => Promise<void>) | null
  /** The text in the clipboard. The system may ask the user, so call it on a press only. Rejects if it is refused. */
  readClipboard(): Promise<string>
  /** Plays a short vibration, where the device has them. */
  buzz(haptic: Haptic): void
  /** Keeps the screen on, or lets the device turn it off again. */
  keepAwake(isAwake: boolean): void
  /** Hides the splash screen. */
  showApp(): void
  /** Leaves the app for the home screen. */
  leaveApp(): void
  /** Opens an address outside the app. */
  openOutside(url: string): void
  /** Calls back when the user presses the device's back button, until the returned function is called. */
  onBack(listener: () => void): () => void
  /** Calls back with the path of each link to the site that opened the app, until the returned function is called. */
  onLink(listener: (path: string) => void): () => void
  /**
   * Calls back when the app returns from the background, with the time that it was there, until the returned function
   * is called.
   */
  onResume(listener: (awayMs: number) => void): () => void
}

const nothing = () => undefined
const neverCalls = () => nothing

const BROWSER: Native = {
  platform: 'web',
  appVersion: null,
  sellsPlans: true,
  share: null,
  readClipboard: () => navigator.clipboard.readText(),
  buzz: nothing,
  keepAwake: nothing,
  showApp: nothing,
  leaveApp: nothing,
  openOutside: (url) => void window.open(url, '_blank', 'noopener'),
  onBack: neverCalls,
  onLink: neverCalls,
  onResume: neverCalls,
}

const current = create<{ native: Native }>(() => ({ native: BROWSER }))

/** The implementation for the platform on which the app runs. */
export function native(): Native {
  return current.getState().native
}

/** Installs the implementation of a native app, before anything is rendered. */
export function installNative(implementation: Native): void {
  current.setState({ native: implementation })
}
