import { z } from 'zod'

const TIME_ZONE_MAX_LENGTH = 64

/** Whether this is the IANA name of a time zone, such as "Europe/Berlin". Offsets such as "+02:00" are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The caller's time zone; UTC if none is sent (contract 3.10). */
export const timeZoneSchema = z
  .string()
  .max(TIME_ZONE_MAX_LENGTH)
  .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
  .default('UTC')
