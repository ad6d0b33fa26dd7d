import config from './playwright.config.ts'

/** Takes pictures instead of testing. */
export default { ...config, testMatch: '*.shots.ts', workers: 1 }
