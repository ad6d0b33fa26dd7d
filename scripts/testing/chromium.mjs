import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without a window, toolbar or extensions: the same engine for 40 % less CPU per test. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const BROWSERS = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of a Chromium: CHROMIUM_PATH, an installed one, or one installed now (as root, with apt-get).
 * @throws an Error with a one-line message if there is none and none can be installed
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not exist`)
    return given
  }
  if (!existsSync(HEADLESS_SHELL)) tryInstall()
  const found = BROWSERS.find((path) => existsSync(path))
  if (!found) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program')
  return found
}

/** Installs the headless shell where apt-get can; older Debian releases have only the package `chromium`. */
function tryInstall() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || apt(['--version']) !== 0) return
  console.log('Installing Chromium (once)...')
  // A machine that has a browser may be offline.
  const hasBrowser = BROWSERS.some((path) => existsSync(path))
  const limitMs = hasBrowser ? 60_000 : undefined
  const install = (name) => apt(['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], limitMs)
  const isUpdated = apt(['update', '-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0'], limitMs) === 0
  if (hasBrowser && !isUpdated) return
  if (install('chromium-headless-shell') !== 0 && !hasBrowser) install('chromium')
}

function apt(args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout }).status
}
