import { findChromium } from '../scripts/testing/chromium.mjs'
import config from './playwright.config.ts'

/** Takes pictures instead of testing, on what `npm run build -- --native` has built. */
export default {
  ...config,
  testMatch: '*.shots.ts',
  workers: 1,
  use: { ...config.use, launchOptions: { ...config.use?.launchOptions, executablePath: findChromium() } },
}
