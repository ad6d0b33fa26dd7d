/** The IANA name of the device's time zone, such as "Europe/Berlin". */
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
