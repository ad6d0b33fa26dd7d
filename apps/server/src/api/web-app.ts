import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Pages with a screen that is drawn at build time, so that it shows before any script runs (`apps/web/build/pages.ts`).
 */
const PAGES: readonly (readonly [file: string, paths: readonly string[]])[] = [
  ['landing.html', ['/', '/base', '/base/home']],
  ['visitor-quiz.html', ['/def/infinite-game']],
  ['dashboard.html', ['/app', '/app/dashboard']],
  ['practice.html', ['/app/practice/play']],
  ['player.html', ['/app/*']],
]
/** Paths that are answered with 404 instead of the page if there is no such file. */
const NO_PAGE_PATHS = /^\/(assets|img|services|sandbox)(\/|$)/
const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False omits the headers of @fastify/cors, which reads this setting but doesn't declare it. */
    cors?: false
  }
}

/** The route that the static plugin adds for all files. */
const FILES_ROUTE = '/*'

/** Answers unknown paths with a 404 in JSON. Used when no web app is served. */
export function refuseUnknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler(() => {
    throw new Refusal('not_found')
  })
}

/**
 * Serves the built web app. Browsers cache hashed assets forever, images for a day, and revalidate the page each time.
 * Unknown paths get the page.
 */
export async function serveWebApp(server: FastifyInstance, webFolder: string): Promise<void> {
  server.addHook('onRoute', (route) => {
    // Pages of other origins may embed the files, which needs no CORS, but not read them.
    if (route.url === FILES_ROUTE) route.config = { ...route.config, cors: false }
  })
  await server.register(fastifyStatic, {
    root: webFolder,
    preCompressed: true,
    cacheControl: false,
    // These headers would only enlarge every response: the entity tag tells browsers whether a file has changed.
    lastModified: false,
    acceptRanges: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path.slice(webFolder.length)))
    },
  })
  // No handler here returns the reply: Fastify adds listeners to the response for each one that does.
  for (const [file, paths] of PAGES) {
    for (const path of paths) server.get(path, (_, reply) => void reply.sendFile(file))
  }
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || NO_PAGE_PATHS.test(path)) throw new Refusal('not_found')
    reply.sendFile('index.html')
  })
}

/** The hashes of the scripts inside the web app's pages, as a content security policy lists them (`'sha256-…'`). */
export async function inlineScriptHashes(webFolder: string): Promise<string[]> {
  const names = (await readdir(webFolder)).filter((name) => name.endsWith('.html'))
  const pages = await Promise.all(names.map((name) => readFile(join(webFolder, name), 'utf8')))
  const scripts = pages.flatMap((page) => [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script))
  return [...new Set(scripts)].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

function cacheControlOf(path: string): string {
  if (path.startsWith(join('/', 'assets'))) return 'public, max-age=31536000, immutable'
  return path.startsWith(join('/', 'img')) ? 'public, max-age=86400' : 'no-cache'
}
