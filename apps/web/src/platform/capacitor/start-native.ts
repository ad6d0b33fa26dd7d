import { KeepAwake } from '@capacitor-community/keep-awake'
import { App } from '@capacitor/app'
import { Clipboard } from '@capacitor/clipboard'
import { Capacitor, type PluginListenerHandle } from '@capacitor/core'
import { Haptics, ImpactStyle, NotificationType } from '@capacitor/haptics'
import { SplashScreen } from '@capacitor/splash-screen'
import { logDebug } from '../log.ts'
import { type Haptic, installNative, type Native } from '../native.ts'
import { followKeyboard } from './keyboard.ts'
import { openLinksOutside, openOutside, pathOfLink, startAtLink } from './links.ts'
import { NativeStorage } from './native-storage.ts'
import { share } from './share.ts'
import { followTheme } from './system-bars.ts'

/** Prepares a native app before the rest of it is loaded. Does nothing in a browser. */
export async function startNative(): Promise<void> {
  const platform = Capacitor.getPlatform()
  if (platform !== 'android' && platform !== 'ios') return
  const [storage, { version }] = await Promise.all([NativeStorage.load(), App.getInfo(), startAtLink()])
  // The token must not be stored where the page's scripts or the device's backup can read it.
  Object.defineProperty(window, 'localStorage', { value: storage, configurable: true })
  document.documentElement.dataset['native'] = platform
  followTheme()
  followKeyboard()
  openLinksOutside()
  installNative(createNative(platform, version))
}

function createNative(platform: 'android' | 'ios', version: string): Native {
  return {
    platform,
    appVersion: `${platform}/${version}`,
    sellsPlans: false,
    share,
    readClipboard: async () => (await Clipboard.read()).value,
    buzz: (haptic) => void HAPTICS[haptic]().catch((error: unknown) => logDebug('vibration_failed', { err: error })),
    keepAwake(isAwake) {
      const change = isAwake ? KeepAwake.keepAwake() : KeepAwake.allowSleep()
      change.catch((error: unknown) => logDebug('screen_not_kept_on', { err: error }))
    },
    showApp: () => void SplashScreen.hide(),
    leaveApp: () => void App.minimizeApp(),
    openOutside,
    onBack: (listener) => until(App.addListener('backButton', listener)),
    onLink: (listener) =>
      until(
        App.addListener('appUrlOpen', ({ url }) => {
          const path = pathOfLink(url)
          if (path !== null) listener(path)
        }),
      ),
    onResume: followResume,
  }
}

const HAPTICS: Readonly<Record<Haptic, () => Promise<void>>> = {
  tap: () => Haptics.impact({ style: ImpactStyle.Light }),
  success: () => Haptics.notification({ type: NotificationType.Success }),
  warning: () => Haptics.notification({ type: NotificationType.Warning }),
}

function followResume(listener: (awayMs: number) => void): () => void {
  let pausedAtMs = Date.now()
  const handlePause = () => {
    pausedAtMs = Date.now()
  }
  const stopPause = until(App.addListener('pause', handlePause))
  const stopResume = until(App.addListener('resume', () => listener(Date.now() - pausedAtMs)))
  return () => {
    stopPause()
    stopResume()
  }
}

/** Returns a function that removes a listener, even one that is still being added. */
function until(handle: Promise<PluginListenerHandle>): () => void {
  return () => void handle.then((added) => added.remove())
}
