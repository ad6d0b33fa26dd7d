import { APP_VERSION_HEADER, type AppTooOldDetails, NATIVE_APP } from '@quizmaster/contract/native-app'
import type { FastifyInstance } from 'fastify'
import type { NativeApps } from '../config.ts'
import { Refusal } from '../refusal.ts'

const PLAY_STORE_URL = `https://play.google.com/store/apps/details?id=${NATIVE_APP.id}`

/**
 * Refuses calls, and the request for `/config.json` with which an app starts, from native apps older than
 * `OLDEST_APP_VERSION`. A client that sends no version, or an unreadable one, is served like a browser.
 */
export function refuseOldApps(server: FastifyInstance, { oldestVersion, appStoreUrl }: NativeApps): void {
  if (oldestVersion === null) return
  server.addHook('onRequest', async ({ method, headers, routeOptions: { url = '' } }) => {
    // A preflight names the header without its value.
    if (method === 'OPTIONS' || !(url.startsWith('/services/') || url === '/config.json')) return
    const [, platform, version] = /^(android|ios)\/(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(versionOf(headers)) ?? []
    if (version === undefined || !isOlder(version, oldestVersion)) return
    const details: AppTooOldDetails = { store_url: platform === 'android' ? PLAY_STORE_URL : appStoreUrl }
    throw new Refusal('app_too_old', { details })
  })
}

function versionOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const value = headers[APP_VERSION_HEADER]
  return typeof value === 'string' ? value : ''
}

/** Compares versions of three numbers. */
function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => each.split('.').map(Number))
  const index = [0, 1, 2].find((part) => a?.[part] !== b?.[part])
  return index !== undefined && (a?.[index] ?? 0) < (b?.[index] ?? 0)
}
