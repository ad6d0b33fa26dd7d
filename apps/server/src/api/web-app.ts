import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Pages that are rendered at build, readable before any script runs. */
const LANDING_PATHS = ['/', '/base', '/base/home']
/** Where nothing but what is there may be answered. */
const NO_PAGE_PATHS = /^\/(assets|img|services|sandbox)(\/|$)/

/** Where no web app is served, an unknown path is a 404 in JSON everywhere. */
export function refuseUnknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler(() => {
    throw new Refusal('not_found')
  })
}

/**
 * Serves the built web app (contract 2): hashed assets for ever, pictures for a day, the page asked for again each
 * time; every path that is nobody else's gets the page.
 */
export async function serveWebApp(server: FastifyInstance, webFolder: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: webFolder,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path.slice(webFolder.length)))
    },
  })
  for (const path of LANDING_PATHS) server.get(path, (_, reply) => reply.sendFile('landing.html'))
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || NO_PAGE_PATHS.test(path)) throw new Refusal('not_found')
    return reply.sendFile('index.html')
  })
}

function cacheControlOf(path: string): string {
  if (path.startsWith(join('/', 'assets'))) return 'public, max-age=31536000, immutable'
  return path.startsWith(join('/', 'img')) ? 'public, max-age=86400' : 'no-cache'
}
