import type { IncomingMessage, ServerResponse } from 'node:http'
import { APP_VERSION_HEADER, NATIVE_ORIGINS } from '@quizmaster/contract/native-app'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

const CORS_HEADERS = [
  'authorization',
  'content-type',
  'sentry-trace',
  'baggage',
  APP_VERSION_HEADER,
  'x-phoenix-authtoken',
  'x-phoenix-longpoll-token',
]
const PREFLIGHT_SECONDS = 3_600
const YEAR_SECONDS = 31_536_000

/** Headers of responses that don't go through the router: those of sockets, and those to unreadable requests. */
export const socketHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/** Hashed files and images. They are not documents and can't run scripts, so they don't need the page's long policy. */
const ASSET_PATHS = /^\/(?:assets|img)\//
/** Headers of assets. A page loads up to twenty of them, so each header counts on a slow connection. */
const assetHeaders = { ...socketHeaders, 'cross-origin-resource-policy': 'cross-origin' }

/** Responses in JSON, which are not documents either. */
const CALL_PATHS = /^\/(?:services\/|config\.json(?:\?|$))/
const callPolicy = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/** The origins, besides the server's own, that may call it: the public one and those of the native apps. */
export function allowedOrigins(publicUrl: string): string[] {
  return [publicUrl, ...NATIVE_ORIGINS]
}

/**
 * Adds CORS, and the headers of every response: a few to assets and calls, all of them to everything else. The only
 * inline scripts that run are those with one of the hashes.
 */
export async function addSecurityHeaders(
  server: FastifyInstance,
  config: Config,
  scriptHashes: readonly string[],
): Promise<void> {
  const isHttps = config.publicUrl.startsWith('https:')
  const documentHeaders = fixedHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config, isHttps, scriptHashes) },
    strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    // The native apps' pages have another origin and show our images.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  const strictTransport = documentHeaders['strict-transport-security']
  const callHeaders = {
    ...assetHeaders,
    'content-security-policy': callPolicy,
    ...(strictTransport ? { 'strict-transport-security': strictTransport } : {}),
  }
  const headersOf = (url: string) => {
    if (ASSET_PATHS.test(url)) return assetHeaders
    return CALL_PATHS.test(url) ? callHeaders : documentHeaders
  }
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.url))
  })
  await server.register(cors, {
    origin: allowedOrigins(config.publicUrl),
    methods: ['GET', 'POST'],
    allowedHeaders: CORS_HEADERS,
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS request that names no method is answered like a preflight, not with an error in plain text.
    strictPreflight: false,
  })
}

/** Helmet's headers for these options. They are the same for every response, so they are computed once. */
function fixedHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}

/**
 * Forbids turning strings into scripts or markup, which neither React nor its router does. The one exception is the
 * service worker's address, through the policy of this name in the web app. The chat's script sets its styles with
 * `innerHTML`, so a site with a chat does without this.
 */
function trustedTypes(hasChat: boolean) {
  return hasChat ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['service-worker'] }
}

/** Nothing from other sites, except for services that the settings enable. */
function contentSecurityPolicy(config: Config, isHttps: boolean, scriptHashes: readonly string[]) {
  const errors = config.sentryDsn ? [new URL(config.sentryDsn).origin] : []
  const chat = config.chatwootBaseUrl ? [config.chatwootBaseUrl] : []
  const chatSocket = chat.map((origin) => origin.replace(/^http/, 'ws'))
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scriptHashes, ...chat],
    // Prerendered pages contain their styles.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', ...chat],
    connectSrc: ["'self'", ...errors, ...chat, ...chatSocket],
    // The sound of a chat message.
    mediaSrc: ["'self'", ...chat],
    frameSrc: chat.length > 0 ? chat : ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...trustedTypes(chat.length > 0),
    ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
  }
}
