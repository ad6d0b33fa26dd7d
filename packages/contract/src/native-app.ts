/** The native apps for Android and iOS: their id in both stores, their name, and the site's links that open in them. */
export const NATIVE_APP = {
  id: 'app.quizmaster',
  name: 'Quizmaster',
  /** Paths in the form of Apple's link file, where `*` stands for anything. */
  linkPaths: ['/app/private-game/join/*', '/daily/*', '/base/login', '/daily'],
} as const

/** The origins of the native apps' pages: the first on iOS, the second on Android. */
export const NATIVE_ORIGINS = ['capacitor://localhost', 'https://localhost'] as const

/** The header in which a native app says which one it is: `android/1.4.0` or `ios/1.4.0`. Browsers do not send it. */
export const APP_VERSION_HEADER = 'x-app-version'

/** `details` of the refusal `app_too_old`: the app's page in its store, null if the operator has not set one. */
export interface AppTooOldDetails {
  store_url: string | null
}
