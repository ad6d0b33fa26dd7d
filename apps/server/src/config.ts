import { emailKey, isEmail } from '@quizmaster/contract/email'
import { type Service, SERVICES } from '@quizmaster/contract/routes/route'
import { z } from 'zod'
import type { Reviewer } from './features/accounts/mailed-codes.ts'
import type { BudgetName } from './infra/hourly-budget.ts'
import type { StripeSettings } from './features/plans/stripe-provider.ts'
import {
  count,
  fingerprints,
  flags,
  list,
  opsAddress,
  port,
  services,
  sixDigits,
  url,
  webOrigin,
} from './setting-types.ts'

/** An invalid setting. The program prints the message and exits with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** All settings, by the name of the environment variable (contract 1). */
const settings = z.object({
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  OPS_PORT: opsAddress.optional(),
  NODE_NAME: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must have at most 40 letters, digits, - and _')
    .optional(),
  PUBLIC_URL: webOrigin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'a postgres:// address').optional(),
  VALKEY_URL: url(/^(redis|valkey)s?:$/, 'a redis:// address').optional(),
  SMTP_URL: url(/^smtps?:$/, 'an smtp:// address').optional(),
  MAIL_FROM: z.string().default('Quizmaster <no-reply@localhost>'),
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().transform(list).prefault(''),
  STRIPE_API_BASE: url(/^https?:$/, 'an http or https address').optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  STRIPE_PRICE_LIFETIME: z.string().optional(),
  PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')
    .default('EUR'),
  SUPPORT_EMAIL: z.string().refine(isEmail, 'must be an e-mail address').optional(),
  SANDBOX_CHECKOUT: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  SENTRY_DSN: url(/^https?:$/, 'an http or https address')
    // Without a key and a project, the setting would be accepted but every report refused.
    .refine(
      (text) => !URL.canParse(text) || /^https?:\/\/\w+(?::\w+)?@[^/]+\/(?:.+\/)?\d+$/.test(text),
      'must be a DSN: https://KEY@HOST/PROJECT',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, 'an http or https address').optional(),
  CHATWOOT_BASE_URL: url(/^https?:$/, 'an http or https address').optional(),
  CHATWOOT_WEBSITE_TOKEN: z.string().optional(),
  CHATWOOT_HMAC_KEY: z.string().optional(),
  TRUST_PROXY: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  ADMIN_EMAILS: z
    .string()
    .transform(list)
    .refine((emails) => emails.every(isEmail), 'must be e-mail addresses, comma-separated')
    .prefault(''),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  COMPLAINT_THRESHOLD: count.default(5),
  MAIL_BUDGET: count.default(1_000),
  FAILED_SIGN_IN_BUDGET: count.default(1_000),
  ANDROID_CERT_SHA256: fingerprints.prefault(''),
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[\dA-Z]{10}$/, 'must be the ten characters of an Apple team')
    .optional(),
  APP_STORE_URL: url(/^https:$/, 'an https address').optional(),
  OLDEST_APP_VERSION: z
    .string()
    .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'must be a version like 1.4.0')
    .optional(),
  REVIEWER_EMAIL: z.string().refine(isEmail, 'must be an e-mail address').optional(),
  REVIEWER_CODE: sixDigits.optional(),
  FLAGS: flags.prefault(''),
  SERVICES: services.prefault(SERVICES.join(',')),
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape)

export interface Config {
  readonly port: number
  readonly host: string
  /** Where `/metrics` and `/docs` are served; null for nowhere, or the public port of a local installation. */
  readonly opsAddress: { readonly host: string; readonly port: number } | null
  /** The prefix of this process's long-poll session tokens, for proxies; null for a random one. */
  readonly nodeName: string | null
  /** Whether this is a local installation: it sends no mail, and is not served over TLS. */
  readonly isLocal: boolean
  /** Origin for mails, payment returns and CORS, without a trailing slash. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly valkeyUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly secretKey: string | null
  /** Null if payments are not configured. */
  readonly stripe: StripeSettings | null
  /** The currency of the prices if there is no payment provider to supply them. */
  readonly priceCurrency: string
  /** The address that players can write to; null for none. */
  readonly supportEmail: string | null
  /** Why there is a sandbox checkout; null if there is none. */
  readonly sandbox: 'SANDBOX_CHECKOUT' | 'local installation' | null
  readonly sentryDsn: string | null
  /** Where traces are sent, without a trailing slash; null for nowhere. */
  readonly tracesEndpoint: string | null
  readonly chatwootBaseUrl: string | null
  readonly chatwootWebsiteToken: string | null
  /** Null if the chat is anonymous. */
  readonly chatwootHmacKey: string | null
  readonly trustProxy: boolean
  readonly adminEmails: readonly string[]
  /** Whether the admin area requires a second factor of every admin. */
  readonly isSecondFactorRequired: boolean
  /** The number of open complaints by signed-in players that quarantines a question. */
  readonly complaintThreshold: number
  /** The most mails and failed sign-ins expected in an hour; more raise an alarm. */
  readonly hourlyBudgets: Readonly<Record<BudgetName, number>>
  readonly nativeApps: NativeApps
  /** The account that signs in with a fixed code instead of a mailed one; null for none. */
  readonly reviewer: Reviewer | null
  readonly flags: ReadonlyMap<string, boolean>
  readonly services: readonly Service[]
  readonly isProduction: boolean
  readonly logLevel: z.infer<typeof settings>['LOG_LEVEL']
}

/** What the server knows about the native apps. */
export interface NativeApps {
  /** SHA-256 fingerprints of the certificates that the Android app may be signed with. */
  readonly androidCertificates: readonly string[]
  readonly appleTeamId: string | null
  /** The app's page in Apple's store. Google's is known from the app's id. */
  readonly appStoreUrl: string | null
  /** The oldest version that is still served, such as `1.4.0`; null for any. */
  readonly oldestVersion: string | null
}

/**
 * Reads and checks the environment. An empty variable counts as unset.
 * @throws ConfigError with one line that names the variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`)
  }
  const read = parsed.data
  refuseUnsafe(read)
  return {
    port: read.PORT,
    host: read.HOST,
    opsAddress: read.OPS_PORT ?? null,
    nodeName: read.NODE_NAME ?? null,
    isLocal: isLocal(read),
    publicUrl: read.PUBLIC_URL ? new URL(read.PUBLIC_URL).origin : `http://localhost:${read.PORT}`,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL ?? null,
    valkeyUrl: read.VALKEY_URL ?? null,
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM,
    secretKey: read.SECRET_KEY ?? null,
    stripe: stripeOf(read),
    priceCurrency: read.PRICE_CURRENCY,
    supportEmail: read.SUPPORT_EMAIL ?? null,
    sandbox: sandboxOf(read),
    sentryDsn: read.SENTRY_DSN ?? null,
    tracesEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
    chatwootBaseUrl: read.CHATWOOT_BASE_URL ? new URL(read.CHATWOOT_BASE_URL).origin : null,
    chatwootWebsiteToken: read.CHATWOOT_WEBSITE_TOKEN ?? null,
    chatwootHmacKey: read.CHATWOOT_HMAC_KEY ?? null,
    trustProxy: read.TRUST_PROXY === '1',
    adminEmails: read.ADMIN_EMAILS,
    isSecondFactorRequired: read.ADMIN_SECOND_FACTOR === 'required',
    complaintThreshold: read.COMPLAINT_THRESHOLD,
    hourlyBudgets: { mails: read.MAIL_BUDGET, failed_sign_ins: read.FAILED_SIGN_IN_BUDGET },
    nativeApps: {
      androidCertificates: read.ANDROID_CERT_SHA256,
      appleTeamId: read.APPLE_TEAM_ID ?? null,
      appStoreUrl: read.APP_STORE_URL ?? null,
      oldestVersion: read.OLDEST_APP_VERSION ?? null,
    },
    reviewer: reviewerOf(read),
    flags: read.FLAGS,
    services: read.SERVICES,
    isProduction: read.NODE_ENV === 'production',
    logLevel: read.LOG_LEVEL,
  }
}

/** Whether an origin leads to the machine it is opened on, so that no other device can use it. */
export function isLoopbackOrigin(origin: string): boolean {
  return LOOPBACK_HOST.test(new URL(origin).hostname)
}

function refuseUnsafe(read: z.infer<typeof settings>): void {
  const production = read.NODE_ENV === 'production'
  for (const name of ['SMTP_URL', 'SECRET_KEY', 'PUBLIC_URL'] as const) {
    if (production && read[name] === undefined) throw new ConfigError(`${name} is required with NODE_ENV=production`)
  }
  // A wrong default would be noticed late: all players would count as one client, or each could choose their address.
  if (production && read.TRUST_PROXY === undefined) {
    throw new ConfigError('TRUST_PROXY is required with NODE_ENV=production: 1 behind a reverse proxy, otherwise 0')
  }
  if (read.DATABASE_URL !== undefined && read.SECRET_KEY === undefined) {
    throw new ConfigError('SECRET_KEY is required with DATABASE_URL, so that all processes share it')
  }
}

function reviewerOf(read: z.infer<typeof settings>): Reviewer | null {
  const { REVIEWER_EMAIL: email, REVIEWER_CODE: code } = read
  if (email === undefined && code === undefined) return null
  if (email === undefined) throw new ConfigError('REVIEWER_EMAIL is required with REVIEWER_CODE')
  if (code === undefined) throw new ConfigError('REVIEWER_CODE is required with REVIEWER_EMAIL')
  if (read.ADMIN_EMAILS.some((admin) => emailKey(admin) === emailKey(email))) {
    throw new ConfigError('REVIEWER_EMAIL must not be one of ADMIN_EMAILS')
  }
  return { email, code }
}

function isLocal(read: z.infer<typeof settings>): boolean {
  return read.SMTP_URL === undefined && !read.PUBLIC_URL?.toLowerCase().startsWith('https:')
}

/** The sandbox gives plans away. It must be enabled, except on a local installation without a payment provider. */
function sandboxOf(read: z.infer<typeof settings>): Config['sandbox'] {
  const production = read.NODE_ENV === 'production'
  if (read.SANDBOX_CHECKOUT === '1') {
    if (production) throw new ConfigError('SANDBOX_CHECKOUT must be 0 with NODE_ENV=production')
    if (stripeOf(read)) throw new ConfigError('SANDBOX_CHECKOUT must be 0 with STRIPE_SECRET_KEY')
    return 'SANDBOX_CHECKOUT'
  }
  const isFree = !production && stripeOf(read) === null && read.SANDBOX_CHECKOUT === undefined
  return isFree && isLocal(read) ? 'local installation' : null
}

/** With a key but no webhook secret, payments would be taken and plans never granted, so both are required. */
function stripeOf(read: z.infer<typeof settings>): StripeSettings | null {
  const secretKey = read.STRIPE_SECRET_KEY
  const webhookSecrets = read.STRIPE_WEBHOOK_SECRET
  if (secretKey === undefined && webhookSecrets.length === 0) return null
  if (secretKey === undefined) throw new ConfigError('STRIPE_SECRET_KEY is required with STRIPE_WEBHOOK_SECRET')
  if (webhookSecrets.length === 0) throw new ConfigError('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY')
  return {
    secretKey,
    webhookSecrets,
    apiBase: read.STRIPE_API_BASE ? new URL(read.STRIPE_API_BASE).origin : null,
    prices: {
      monthly: read.STRIPE_PRICE_MONTHLY ?? null,
      yearly: read.STRIPE_PRICE_YEARLY ?? null,
      lifetime: read.STRIPE_PRICE_LIFETIME ?? null,
    },
  }
}
