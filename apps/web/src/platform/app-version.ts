import type { AppTooOldDetails } from '@quizmaster/contract/native-app'
import { APP_VERSION_HEADER } from '@quizmaster/contract/native-app'
import { create } from 'zustand'
import { native } from './native.ts'

const APP_TOO_OLD = 426

/** Set once the server has refused this version of the app. */
const useStore = create<{ refusal: AppTooOldDetails | null }>(() => ({ refusal: null }))

/** The header in which a native app sends its version; none in a browser. */
export function versionHeader(): Record<string, string> {
  const { appVersion } = native()
  return appVersion === null ? {} : { [APP_VERSION_HEADER]: appVersion }
}

/** Records a refusal if an answer says that this version of the app is too old. */
export function noteTooOld(status: number, body: Record<string, unknown> | null): void {
  if (status !== APP_TOO_OLD || useStore.getState().refusal) return
  const details = body?.['details'] as Partial<AppTooOldDetails> | undefined
  useStore.setState({ refusal: { store_url: details?.store_url ?? null } })
}

/** The server's refusal of this version, with the app's store page; null while the version is supported. */
export function useTooOld(): AppTooOldDetails | null {
  return useStore(({ refusal }) => refusal)
}
