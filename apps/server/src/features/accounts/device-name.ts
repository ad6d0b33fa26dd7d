/** What a browser calls itself, by a word that only it says; most pretend to be others too, so the order counts. */
const BROWSERS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/;\s*wv\)/, 'App'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\((?:iPhone|iPad|iPod)\b.*Mobile\//, 'App'],
]

const SYSTEMS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\biPhone|\biPod/, 'iPhone'],
  [/\biPad/, 'iPad'],
  [/\bAndroid/, 'Android'],
  [/\bCrOS/, 'ChromeOS'],
  [/\bWindows/, 'Windows'],
  [/\bMac OS X|\bMacintosh/, 'Mac'],
  [/\bLinux/, 'Linux'],
]

/** Longer than any browser's; the rest is not looked at. */
const MAX_LENGTH = 400

/**
 * A device as a person calls it, such as "Chrome on Android", from what a browser says of itself (User-Agent). Versions,
 * models and whatever else is in there are dropped.
 */
export function deviceName(userAgent: string): string {
  const said = userAgent.slice(0, MAX_LENGTH)
  const browser = BROWSERS.find(([word]) => word.test(said))?.[1]
  const system = SYSTEMS.find(([word]) => word.test(said))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another device'
}
