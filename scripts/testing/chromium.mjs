import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of Chromium: CHROMIUM_PATH, one of the usual paths, or newly installed (as root, with apt-get).
 * @throws an Error with one sentence if it is missing and can't be installed.
 */
export function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, where nothing is`)
    return configured
  }
  const found = USUAL_PATHS.find((path) => existsSync(path))
  if (found) return found
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !hasApt()) {
    throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH')
  }
  console.log('Installing Chromium (once)...')
  const apt = (args) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'])
  const installed = USUAL_PATHS.find((path) => existsSync(path))
  if (!installed)
    throw new Error('Chromium could not be installed with apt-get; install it, or name it in CHROMIUM_PATH')
  return installed
}

function hasApt() {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}
