import { type FileStorage, runFilesystem } from './native-files.ts'

/** What a device stores for the app, and how it behaves. */
interface Device extends FileStorage {
  readonly preferences: Map<string, string>
  /** Keychain or Keystore. */
  readonly secrets: Map<string, string>
  readonly clipboard: string
  /** What the share sheet says when it rejects: 'Share canceled' if the user closes it. */
  readonly shareError: string | null
}

interface InstalledApp {
  readonly version: string
  /** The link that has opened the app. */
  readonly launchUrl: string | undefined
}

/** What a plugin's method, `Plugin.method`, gives as its documentation says; an error if it refuses. */
export function runPlugin(
  name: string,
  options: Record<string, unknown>,
  device: Device,
  { version, launchUrl }: InstalledApp,
): object | undefined | Error {
  const { preferences, secrets, clipboard } = device
  const text = (key: string) => String(options[key])
  switch (name) {
    case 'App.getInfo':
      return { name: 'Quizmaster', id: 'app.quizmaster', build: '1', version }
    case 'App.getLaunchUrl':
      return launchUrl === undefined ? undefined : { url: launchUrl }
    case 'Preferences.keys':
      return { keys: [...preferences.keys()] }
    case 'Preferences.get':
      return { value: preferences.get(text('key')) ?? null }
    case 'Preferences.set':
      preferences.set(text('key'), text('value'))
      return undefined
    case 'Preferences.remove':
      preferences.delete(text('key'))
      return undefined
    case 'SecureStorage.internalGetItem':
      return { data: secrets.get(text('prefixedKey')) ?? null }
    case 'SecureStorage.internalSetItem':
      secrets.set(text('prefixedKey'), text('data'))
      return undefined
    case 'SecureStorage.internalRemoveItem':
      return { success: secrets.delete(text('prefixedKey')) }
    case 'Clipboard.read':
      return clipboard === ''
        ? new Error('There is no data on the clipboard')
        : { value: clipboard, type: 'text/plain' }
    case 'AppLauncher.openUrl':
      return { completed: true }
    case 'Share.share':
      return device.shareError === null ? { activityType: '' } : new Error(device.shareError)
    case 'Filesystem.rmdir':
    case 'Filesystem.writeFile':
      return runFilesystem(name, options, device)
    case 'App.minimizeApp':
    case 'Console.log':
    case 'Haptics.impact':
    case 'Haptics.notification':
    case 'KeepAwake.keepAwake':
    case 'KeepAwake.allowSleep':
    case 'SplashScreen.hide':
    case 'SystemBars.setStyle':
      return undefined
    default:
      throw new Error(`the device has no ${name}`)
  }
}
