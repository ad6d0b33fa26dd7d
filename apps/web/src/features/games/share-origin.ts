import { siteOrigin } from '../../platform/api-origin.ts'
import { useSiteConfig } from '../../platform/site-config.ts'

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The origin for invitations that other devices can open: the site's own or, if that leads only to this machine, the
 * one that the server names. Null if there is none, undefined until the server has answered.
 */
export function useShareOrigin(): string | null | undefined {
  const config = useSiteConfig()
  if (!isOnThisMachineOnly()) return siteOrigin()
  if (config === null) return undefined
  return config.publicUrl === null || isLoopback(config.publicUrl) ? null : config.publicUrl
}

/** Whether the site's own address leads only to this machine. */
export function isOnThisMachineOnly(): boolean {
  return isLoopback(siteOrigin())
}

function isLoopback(origin: string): boolean {
  return !URL.canParse(origin) || LOOPBACK_HOST.test(new URL(origin).hostname)
}
