import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'
import { allowedOrigins } from './origins.ts'

const CORS_HEADERS = [
  'authorization',
  'content-type',
  'sentry-trace',
  'baggage',
  'x-phoenix-authtoken',
  'x-phoenix-longpoll-token',
]
const PREFLIGHT_SECONDS = 3_600
const YEAR_SECONDS = 31_536_000

/** What answers carry that never meet the router: the sockets' and those to requests that can't be read. */
export const socketHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/** Headers of every answer, and who may call across origins (contract 2 and 8). */
export async function addSecurityHeaders(server: FastifyInstance, config: Config): Promise<void> {
  const isHttps = config.publicUrl.startsWith('https:')
  const headers = fixedHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config, isHttps) },
    strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    // The wrapper's pages come from another origin and show our pictures.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  await server.register(cors, {
    origin: allowedOrigins(config.publicUrl),
    methods: ['GET', 'POST'],
    allowedHeaders: CORS_HEADERS,
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
    // An OPTIONS that asks for nothing is answered like one that does; else it would meet an error in plain text.
    strictPreflight: false,
  })
}

/** What Helmet says of these options: the same for every answer, so it is asked once. */
function fixedHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}

/** Nothing from another site, but for what this installation has switched on. */
function contentSecurityPolicy(config: Config, isHttps: boolean) {
  const errors = config.sentryDsn ? [new URL(config.sentryDsn).origin] : []
  const chat = config.chatwootBaseUrl ? [config.chatwootBaseUrl] : []
  const chatSocket = chat.map((origin) => origin.replace(/^http/, 'ws'))
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...chat],
    // Dialogs lock the page behind them with a style element of their own.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', ...chat],
    connectSrc: ["'self'", ...errors, ...chat, ...chatSocket],
    // The sound of a message.
    mediaSrc: ["'self'", ...chat],
    frameSrc: chat.length > 0 ? chat : ["'none'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
  }
}
