import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** A reverse proxy with our own configuration, in front of two servers that share a database. */
export interface Proxy {
  /** The settings of each server. */
  readonly servers: readonly Readonly<Record<string, string>>[]
  stop(): Promise<void>
}

/**
 * Starts the proxy that E2E_PROXY names, `caddy` or `nginx`, on `port`, for servers on `ports`; null without that variable. The
 * program must be installed. Any test can run through it: `E2E_PROXY=caddy npm test -- e2e/games.spec.ts`.
 */
export async function startProxy(port: number, ports: readonly number[]): Promise<Proxy | null> {
  const name = process.env['E2E_PROXY']
  if (!name) return null
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-proxy-'))
  const database = await createDatabase()
  const proxy = await runProxy(name, folder, port, ports)
  const servers = ports.map((own, index) => ({
    PORT: String(own),
    NODE_NAME: `server-${index + 1}`,
    DATABASE_URL: database.url,
    VALKEY_URL: process.env['TEST_VALKEY_URL'] ?? '',
    SECRET_KEY: 'a secret that only tests use',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '1',
  }))
  return {
    servers,
    async stop() {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function runProxy(name: string, folder: string, port: number, ports: readonly number[]): Promise<ChildProcess> {
  const [first, second] = ports.map((own) => `127.0.0.1:${own}`)
  if (name === 'caddy') {
    const site = { SITE_ADDRESS: `http://localhost:${port}`, SERVER_1: first, SERVER_2: second, HOME: folder }
    const args = ['run', '--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile']
    return spawn('caddy', args, { env: { ...process.env, ...site }, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (name !== 'nginx') throw new Error(`E2E_PROXY must be caddy or nginx, not ${name}`)
  const site = (await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'))
    // Only the site itself, without the redirect to it, on this port and without TLS.
    .replace(/^server \{\n    listen 80;[\s\S]*?^\}\n/m, '')
    .replace(/^ +(listen|ssl_\w+) .*\n/gm, '')
    .replace(/^server \{\n/m, `server {\n    listen 127.0.0.1:${port};\n    listen [::1]:${port};\n`)
    .replace('server_name quiz.example.org', 'server_name localhost')
    .replaceAll('server-1:4000', first ?? '')
    .replaceAll('server-2:4000', second ?? '')
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    config,
    `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`,
  )
  return spawn('nginx', ['-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  const asAdmin = async (sql: string) => {
    const admin = new Client({ connectionString: server })
    await admin.connect()
    await admin.query(sql)
    await admin.end()
  }
  await asAdmin(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { url, drop: () => asAdmin(`drop database ${name} with (force)`) }
}
