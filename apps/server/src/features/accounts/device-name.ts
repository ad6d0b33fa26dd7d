/** User-agent tokens by browser. Most browsers also claim to be others, so the order matters. */
const BROWSERS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/;\s*wv\)/, 'App'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\((?:iPhone|iPad|iPod)\b.*Mobile\//, 'App'],
]

const SYSTEMS: readonly (readonly [token: RegExp, name: string])[] = [
  [/\biPhone|\biPod/, 'iPhone'],
  [/\biPad/, 'iPad'],
  [/\bAndroid/, 'Android'],
  [/\bCrOS/, 'ChromeOS'],
  [/\bWindows/, 'Windows'],
  [/\bMac OS X|\bMacintosh/, 'Mac'],
  [/\bLinux/, 'Linux'],
]

/** Longer than any browser's user agent; the rest is ignored. */
const MAX_LENGTH = 400

/** A readable device name such as "Chrome on Android" from a user agent, without versions, models and anything else. */
export function deviceName(userAgent: string): string {
  const start = userAgent.slice(0, MAX_LENGTH)
  const browser = BROWSERS.find(([token]) => token.test(start))?.[1]
  const system = SYSTEMS.find(([token]) => token.test(start))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another device'
}
