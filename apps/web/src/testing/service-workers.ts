import { vi } from 'vitest'

/** Stands in for `navigator.serviceWorker`, which receives the workers' messages to the page. */
const workers = new EventTarget()

/** The entry of the page's own version. */
export const PAGE_ENTRY = '/assets/index-1.js'

/** Puts a stand-in for service workers in `navigator`, until `vi.unstubAllGlobals`. */
export function stubWorkers(): void {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }))
}

/** Adds the script of the page's entry, by which the page knows its version. */
export function addEntry(): void {
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: PAGE_ENTRY }))
}

/** A worker that stores these files takes over. */
export function takeOver(files: readonly string[]): void {
  workers.dispatchEvent(new MessageEvent('message', { data: { files } }))
}

/** A worker of a newer version takes over. */
export const deployNewer = () => takeOver(['/index.html', '/assets/index-2.js'])
