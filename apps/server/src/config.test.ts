import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://mail.example.org',
  SECRET_KEY: 'sixteen or more characters',
  PUBLIC_URL: 'https://quiz.example.org',
  TRUST_PROXY: '1',
}

describe('the settings', () => {
  test('the defaults are enough to try the program', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      dataDir: './data',
      databaseUrl: null,
      smtpUrl: null,
      trustProxy: false,
      services: ['user', 'admin', 'gameplay', 'stats'],
      isProduction: false,
    })
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', FLAGS: '' })).toMatchObject({ port: 4000, databaseUrl: null })
  })

  test('flags, services and admins are lists', () => {
    const config = readConfig({ FLAGS: 'a=true, b=false', SERVICES: 'stats,user', ADMIN_EMAILS: 'a@b.co, c@d.co' })
    expect(Object.fromEntries(config.flags)).toEqual({ a: true, b: false })
    expect(config.services).toEqual(['user', 'stats'])
    expect(config.adminEmails).toEqual(['a@b.co', 'c@d.co'])
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://x'],
    ['VALKEY_URL', 'not a url'],
    ['SMTP_URL', 'http://x'],
    ['PUBLIC_URL', 'quiz.example.org'],
    ['PUBLIC_URL', 'https://quiz.example.org/path'],
    ['SECRET_KEY', 'short'],
    ['TRUST_PROXY', 'yes'],
    ['OPS_PORT', '70000'],
    ['OPS_PORT', 'localhost'],
    ['OPS_PORT', '127.0.0.1:'],
    ['NODE_NAME', 'server.1'],
    ['NODE_NAME', 'n'.repeat(41)],
    ['FLAGS', 'a=1'],
    ['FLAGS', 'a'],
    ['SERVICES', 'user,shop'],
    ['SENTRY_DSN', 'nonsense'],
    ['SENTRY_DSN', 'https://reports.example.org/42'],
    ['SENTRY_DSN', 'https://key@reports.example.org'],
    ['LOG_LEVEL', 'loud'],
    ['COMPLAINT_THRESHOLD', '0'],
    ['PRICE_CURRENCY', 'euro'],
    ['SUPPORT_EMAIL', 'help'],
    ['MAIL_BUDGET', '0'],
    ['FAILED_SIGN_IN_BUDGET', 'many'],
    ['ADMIN_SECOND_FACTOR', 'yes'],
    ['ADMIN_EMAILS', 'boss@example.com,boss'],
    ['STRIPE_API_BASE', 'localhost'],
  ])('%s=%s stops the start with one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  test.each(['SMTP_URL', 'SECRET_KEY', 'PUBLIC_URL', 'TRUST_PROXY'])('production does not start without %s', (name) => {
    expect(readConfig(PRODUCTION).isProduction).toBe(true)
    expect(() => readConfig({ ...PRODUCTION, [name]: undefined })).toThrow(new RegExp(`^${name} `))
  })

  test.each([
    ['9400', { host: '127.0.0.1', port: 9400 }],
    ['0.0.0.0:9400', { host: '0.0.0.0', port: 9400 }],
    ['[::1]:9400', { host: '::1', port: 9400 }],
    ['monitoring.local:9400', { host: 'monitoring.local', port: 9400 }],
  ])('OPS_PORT=%s is a port of this machine only unless it has an address', (value, address) => {
    expect(readConfig({ OPS_PORT: value }).opsAddress).toEqual(address)
  })

  test('DATABASE_URL requires SECRET_KEY, because processes that share a database share the secret', () => {
    const DATABASE_URL = 'postgres://localhost/quiz'
    expect(() => readConfig({ DATABASE_URL })).toThrow(/^SECRET_KEY /)
    expect(readConfig({ DATABASE_URL, SECRET_KEY: 'sixteen or more characters' }).databaseUrl).toBe(DATABASE_URL)
  })

  test('payments need both the key and a webhook secret, and may have several secrets', () => {
    expect(readConfig({}).stripe).toBeNull()
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/^STRIPE_WEBHOOK_SECRET /)
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(/^STRIPE_SECRET_KEY /)
    const both = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new' }
    expect(readConfig({ ...both, STRIPE_PRICE_YEARLY: 'price_1' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_old', 'whsec_new'],
      apiBase: null,
      prices: { monthly: null, yearly: 'price_1', lifetime: null },
    })
  })
})
