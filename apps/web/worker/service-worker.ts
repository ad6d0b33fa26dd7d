// The service worker. It serves the app without a network, and keeps the files of the last versions for pages that
// still need them. build/service-worker.ts builds it into /sw.js and knows the files. Decision 15 says why we wrote our
// own.

declare const self: ServiceWorkerGlobalScope

/** Inserted by the build. `files` are paths; those under /assets/ have a hash of their content in their name. */
declare const VERSION: { id: string; files: readonly string[]; pageSha256: string }

const PAGE = '/index.html'
const CACHE_PREFIX = 'version-'
const CACHE = CACHE_PREFIX + VERSION.id
const PICTURES = 'pictures'
/** Pages of older versions may still be open and load chunks when they need them. */
const KEPT_VERSIONS = 3
/** Responses vary by `Origin`, which only some of a page's requests have; files do not depend on it. */
const ANY_ORIGIN = { ignoreVary: true }
/**
 * How long the server may take before the stored page is used: a phone in a tunnel often has a network, but no answers.
 */
const PAGE_TIMEOUT_MS = 4_000

/** The paths of the web app, without the admin area. All others (calls, sockets, probes, link files) are left alone. */
const APP_PATH = /^\/(?:(?:base|def|daily|app)(?:\/(?!admin(?:\/|$)).*)?)?$/

self.addEventListener('install', (event) => {
  event.waitUntil(storeFiles())
  // Pages of the older version keep using their own files, so there is no need to wait until they are closed.
  void self.skipWaiting()
  // API calls then need not wait for the worker to start.
  const { addRoutes } = event as InstallEventWithRoutes
  void addRoutes?.call(event, [{ condition: { urlPattern: { pathname: '/services/*' } }, source: 'network' }])
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldVersions(), takeOver()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (APP_PATH.test(pathname)) event.respondWith(answerPage(request))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(answerAsset(request))
  } else if (pathname.startsWith('/img/')) {
    event.respondWith(answerPicture(event))
  }
})

/**
 * Stores all files of this version. If that fails, the older worker stays active, and the browser tries again later.
 * The page is stored last: a version that has it is complete.
 */
async function storeFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const page = loadFile(PAGE)
  await Promise.all([
    page,
    ...VERSION.files
      .filter((path) => path !== PAGE)
      .map(async (path) => {
        const response = await loadFile(path)
        await cache.put(path, response)
      }),
  ])
  await cache.put(PAGE, await page)
}

async function loadFile(path: string): Promise<Response> {
  const isHashed = path.startsWith('/assets/')
  const stored = isHashed ? await caches.match(path, ANY_ORIGIN) : undefined
  if (stored) return stored
  const response = await fetch(path, { cache: isHashed ? 'default' : 'no-cache' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  // During a deploy another process may answer with the page of another version.
  if (path === PAGE && (await sha256(response.clone())) !== VERSION.pageSha256) throw new Error('another version')
  return response
}

/** Deletes all but the last complete versions, including the files of earlier failed installations. */
async function deleteOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  const older = versions.slice(0, versions.indexOf(CACHE))
  const areComplete = await Promise.all(older.map((name) => isComplete(name)))
  const kept = older.filter((_, index) => areComplete[index]).slice(1 - KEPT_VERSIONS)
  await Promise.all(older.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)))
}

async function isComplete(name: string): Promise<boolean> {
  return (await (await caches.open(name)).match(PAGE, ANY_ORIGIN)) !== undefined
}

/** Takes over all open pages and sends them this version's files, by which each page knows whether it is older. */
async function takeOver(): Promise<void> {
  await self.clients.claim()
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ files: VERSION.files }, [])
}

/** The page from the server, which is always the newest; the stored one if there is no answer. */
async function answerPage(request: Request): Promise<Response> {
  const fromServer = fetch(request).catch(() => null)
  const stored = await (await caches.open(CACHE)).match(PAGE, ANY_ORIGIN)
  if (!stored) return (await fromServer) ?? Response.error()
  const first = await Promise.race([fromServer, wait(PAGE_TIMEOUT_MS)])
  return first && first.status < 500 ? first : stored
}

/** Answers from any version's cache, because a hashed file is the same in every version that has it. */
async function answerAsset(request: Request): Promise<Response> {
  return (await caches.match(request, ANY_ORIGIN)) ?? fetch(request)
}

/** A picture from the server or the browser's cache; if there is no answer, one that was stored when last shown. */
async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(keepPicture(request, response.clone()))
    return response
  } catch {
    return (await caches.match(request, ANY_ORIGIN)) ?? Response.error()
  }
}

async function keepPicture(request: Request, response: Response): Promise<void> {
  const pictures = await caches.open(PICTURES)
  await pictures.put(request, response)
}

async function sha256(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms)
  })
}

/** Routes that bypass the worker, in browsers that have them. */
interface InstallEventWithRoutes {
  addRoutes?: (routes: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]) => Promise<void>
}
