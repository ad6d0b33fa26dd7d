/** A time zone in which it is about noon, so that the day does not change during a test. */
export function zoneAtNoon(): string {
  const hoursAhead = 12 - new Date().getUTCHours()
  // In these names, hours ahead of UTC are negative.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}
