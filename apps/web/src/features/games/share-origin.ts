import { siteOrigin } from '../../platform/api-origin.ts'
import { useSiteConfig } from '../../platform/site-config.ts'

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The origin of an invitation that other devices can open: the site's own, or where that leads to this machine only, the
 * one that the server names. Null if there is none, undefined until the server has answered.
 */
export function useShareOrigin(): string | null | undefined {
  const config = useSiteConfig()
  if (!isOnThisMachineOnly()) return siteOrigin()
  if (config === null) return undefined
  return config.publicUrl === null || isLoopback(config.publicUrl) ? null : config.publicUrl
}

/** Whether the site's own address leads to this machine only. */
export function isOnThisMachineOnly(): boolean {
  return isLoopback(siteOrigin())
}

function isLoopback(origin: string): boolean {
  return !URL.canParse(origin) || LOOPBACK_HOST.test(new URL(origin).hostname)
}
