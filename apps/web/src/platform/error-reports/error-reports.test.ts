import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Imports a fresh copy of the module, as a newly loaded page would. */
async function openPage() {
  vi.resetModules()
  const reports = await import('./error-reports.ts')
  const { answerConsent } = await import('../consent.ts')
  const sent: unknown[] = []
  const users: unknown[] = []
  const replay = { starts: 0, stops: 0 }
  const reporter = {
    report: ({ error }: { error: unknown }) => void sent.push(error),
    setUser: (id: string | null) => void users.push(id),
    startReplay: async (): Promise<() => void> => {
      replay.starts += 1
      return () => void (replay.stops += 1)
    },
  }
  const load = vi.fn(async () => ({ startReporting: () => reporter }))
  const chooseConsent = (answer: 'granted' | 'denied') => answerConsent(['replay'], answer)
  return { ...reports, chooseConsent, sent, users, replay, reporter, load }
}

const SITE = { errorsDsn: 'https://key@errors.example/1', version: '1' }

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('errors from before the library is loaded are reported once it is', async () => {
  const page = await openPage()
  page.keepEarlyErrors()
  const early = new Error('early')
  window.dispatchEvent(new ErrorEvent('error', { error: early, message: 'early' }))
  const rejected = new Error('rejected')
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: rejected }))
  page.reportError({ error: 'in a screen' })
  await page.startErrorReports(SITE, page.load)
  expect(page.sent).toEqual([early, rejected, 'in a screen'])
  // The library now has listeners of its own.
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('late') }))
  expect(page.sent).toHaveLength(3)
  page.reportError({ error: 'later' })
  expect(page.sent).toEqual([early, rejected, 'in a screen', 'later'])
})

test('without a DSN nothing is loaded', async () => {
  const page = await openPage()
  page.keepEarlyErrors()
  await page.startErrorReports({ errorsDsn: null, version: '1' }, page.load)
  page.chooseConsent('granted')
  expect(page.load).not.toHaveBeenCalled()
})

test('errors carry the id of the current user, even if it was known before the library was loaded', async () => {
  const page = await openPage()
  page.setReportedUser('an id')
  await page.startErrorReports(SITE, page.load)
  page.setReportedUser(null)
  expect(page.users).toEqual(['an id', null])
})

test('sessions are recorded only while there is consent, and only once per page', async () => {
  const page = await openPage()
  await page.startErrorReports(SITE, page.load)
  expect(page.replay.starts).toBe(0)
  page.chooseConsent('granted')
  page.chooseConsent('denied')
  await expect.poll(() => page.replay.stops).toBe(1)
  page.chooseConsent('granted')
  expect(page.replay.starts).toBe(1)
})

test('a recorder that cannot be loaded is logged once, and withdrawing consent then throws no error', async () => {
  const debug = vi.spyOn(globalThis.console, 'debug').mockImplementation(() => {})
  const page = await openPage()
  const missing = new Error('The chunk is gone')
  page.reporter.startReplay = () => Promise.reject(missing)
  await page.startErrorReports(SITE, page.load)
  page.chooseConsent('granted')
  page.chooseConsent('denied')
  await expect.poll(() => debug).toHaveBeenCalled()
  expect(debug.mock.calls).toEqual([['no_session_replay', { err: missing }]])
})
